// Only constants of the program and escaped text can become code of a client.
#include "generate/cpp_text.hpp"
#include "generate/generate.hpp"
#include "generate/names.hpp"
#include "generate/python_text.hpp"
#include "generate/reserved.hpp"
#include "generate/typescript_text.hpp"

#include <criterion/criterion.h>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace code_test { namespace {

using namespace callbox::openrpc::generate;

template <class Text> concept is_code = requires(code to, Text text) { to += text; };
static_assert(is_code<code> && is_code<constant>);
static_assert(!is_code<std::string> && !is_code<std::string_view> && !is_code<const char*>);
static_assert(!std::constructible_from<code, std::string>);
static_assert(!std::constructible_from<piece, std::string_view>);
static_assert(!std::constructible_from<constant, const char*>);

// Texts that could end a comment, a literal or a line in one of the languages, or be invisible.
constexpr std::string_view hostile[] = {
    "*/", "/*", "//", "#", "\"", "'", "`", "\"\"\"", "'''", "\\", "\\\\", "\\\"", "\n", "\r",
    "\r\n", "\t", "\f", "\v", "\x01", "\x1b[31m", "\x7f", "\xc2\x85", "\xc2\x9b", "\xe2\x80\xa8",
    "\xe2\x80\xa9", "\xe2\x80\xae", "\xe2\x81\xa6", "\xef\xbb\xbf", "${x}", "%s", "{}", "{0}",
    "?\?/", "?\?=", "???", "@see", "*/ static { console['log']('PWNED'); } /*", "\nprint(1)\n",
    "coding: unicode_escape", "# -*- coding: latin-1 -*-", "\\nprint('PWNED')", "\\u000aprint(1)",
    "\\x0aprint(1)", "\\N{BULLET}", "\n#include </etc/passwd>\n", "\n#error x\n", "R\"(", ")\"",
    "<!--", "-->", "</script>", "; throw 1;", "}", "{", ")", "(", "]", "\\\n", "a\\", "class",
    "__proto__", "constructor", "toString", "type", "errno", "assert", "None", "self",
};

std::string quoted(std::string_view text) {
    callbox::bytes out;
    callbox::writer(out).string(text);
    return std::string(out.view());
}

// A document with the text in every place for text.
std::string document_with(std::string_view text) {
    constexpr std::string_view form =
        R"({"openrpc":"1.3.2","info":{"title":@,"version":@,"description":@,"x-contract":@},)"
        R"("methods":[{"name":@,"summary":@,"description":@,"params":[{"name":@,"summary":@,)"
        R"("description":@,"schema":{"type":"object","title":@,"description":@,"properties":{)"
        R"(@:{"type":"string","description":@,"format":@,"default":@},"tag":{"const":@}},)"
        R"("required":["tag"]}},{"name":"b","required":true,"x-by-name-only":true,"schema":{)"
        R"("title":@,"enum":[@,"other"]}}],"paramStructure":"by-name","result":{"name":@,)"
        R"("schema":{"$ref":"#/components/schemas/u"}},"errors":[{"code":1,"message":@}]}],)"
        R"("components":{"schemas":{"u":{"title":@,"oneOf":[{"type":"object","properties":{)"
        R"("k":{"const":@}},"required":["k"]},{"type":"object","properties":{"k":{"const":"x"}},)"
        R"("required":["k"]}]}}}})";
    std::string made;
    for (const char c : form) c == '@' ? made.append(quoted(text)) : made.append(1, c);
    return made;
}

std::string client(client_writer write, std::string document) {
    service api;
    const std::string problem = read({document.data(), document.size()}, api);
    cr_assert(problem.empty(), "%s", problem.c_str());
    return write(api, {});
}

// The code without comments, and with empty literals. `line` begins a comment that ends with the
// line.
std::string statements(std::string_view text, std::string_view line) {
    std::string made;
    const auto skip = [&](std::string_view begin, std::string_view end) {
        if (!text.starts_with(begin)) return false;
        const std::size_t at = text.find(end, begin.size());
        text.remove_prefix(at == text.npos ? text.size() : at + (end == "\n" ? 0 : end.size()));
        return true;
    };
    const auto skip_literal = [&](std::string_view quotes, std::string_view shown) {
        if (!text.starts_with(quotes)) return false;
        text.remove_prefix(quotes.size());
        while (!text.empty() && !text.starts_with(quotes))
            text.remove_prefix(text[0] == '\\' ? 2 : 1);
        text.remove_prefix(quotes.size());
        made += shown;
        return true;
    };
    while (!text.empty()) {
        if (skip(line, "\n") || (line == "//" && skip("/*", "*/"))) continue;
        if ((line == "#" && skip_literal("\"\"\"", "")) || skip_literal("\"", "\"")) continue;
        made.push_back(text[0]);
        text.remove_prefix(1);
    }
    return made;
}

// The code without names, which are all that may differ.
std::string punctuation(std::string_view text, std::string_view line) {
    std::string made;
    for (const char c : statements(text, line))
        if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
            c != '_' && c != ' ' && c != '\n' && c != ',')
            made.push_back(c);
    return made;
}

bool is_printable(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\n') || byte == 0x7f) return false;
        if (text.substr(i).starts_with("\xc2\x85") || text.substr(i).starts_with("\xe2\x80\xa8") ||
            text.substr(i).starts_with("\xe2\x80\xae"))
            return false;
    }
    return true;
}

Test(openrpc_generate_code, text_of_a_document_is_never_code) {
    const struct {
        client_writer write;
        std::string_view comment;
    } languages[] = {{typescript::client, "//"}, {python::client, "#"}, {cpp::client, "//"}};
    for (const auto& [write, comment] : languages) {
        const std::string control = punctuation(client(write, document_with("plain")), comment);
        const std::string renamed = punctuation(client(write, document_with("a-b")), comment);
        for (const std::string_view text : hostile) {
            const std::string made = client(write, document_with(text));
            const std::string got = punctuation(made, comment);
            const bool is_inherited = write == typescript::client &&
                (text == "__proto__" || is_listed(reserved::typescript_object, text));
            cr_expect(got == control || got == renamed || is_inherited, "%s:\n%s\n%s",
                      std::string(text).c_str(), got.c_str(), control.c_str());
            cr_expect(is_printable(made), "%s:\n%s", std::string(text).c_str(), made.c_str());
        }
    }
}

Test(openrpc_generate_code, a_null_character_is_in_literals_only) {
    const std::string document = document_with(std::string_view("a\0b", 3));
    for (const client_writer write : {typescript::client, python::client, cpp::client})
        cr_expect(client(write, document).find('\0') == std::string::npos);
    cr_expect(cpp::literal(std::string_view("a\0b", 3)).view() ==
              "std::string_view(\"a\\000b\", 3)");
    cr_expect(python::literal(std::string_view("\0", 1)).view() == "\"\\u0000\"");
    cr_expect(typescript::literal(std::string_view("\0", 1)).view() == "\"\\u0000\"");
}

Test(openrpc_generate_code, literals_have_no_invisible_characters) {
    constexpr std::string_view text = "\"\\?\?/\xc2\x9b\xe2\x80\xae\xff";
    cr_expect(cpp::literal(text).view() == R"("\"\\?\?/\302\233\u202e\ufffd")");
    cr_expect(python::literal(text).view() == R"("\"\\??/\u009b\u202e\ufffd")");
    cr_expect(typescript::literal(text).view() == R"("\"\\??/\u009b\u202e\ufffd")");
}

Test(openrpc_generate_code, no_text_is_in_the_lines_where_python_looks_for_an_encoding) {
    const std::string made = client(python::client, document_with("coding: unicode_escape"));
    const std::size_t second = made.find('\n'), third = made.find('\n', second + 1);
    cr_expect(made.substr(0, third).find("coding") == std::string::npos, "%s",
              made.substr(0, 300).c_str());
    cr_expect(made.find("coding: unicode_escape") > third);
}

Test(openrpc_generate_code, reserved_names_are_not_declared) {
    constexpr std::string_view document =
        R"({"openrpc":"1.3.2","info":{"title":"Time","version":"1"},"methods":[{"name":"errno",)"
        R"("params":[{"name":"assert","schema":{"type":"string"}},{"name":"type","schema":{}}],)"
        R"("result":{"name":"r","schema":{"type":"null"}}},{"name":"o","paramStructure":"by-name",)"
        R"("params":[{"name":"toString","schema":{"type":"string"}}]}]})";
    const std::string in_cpp = client(cpp::client, std::string(document));
    cr_expect(in_cpp.find("namespace time_ {") != std::string::npos);
    cr_expect(in_cpp.find("errno_(\n        std::optional<std::string_view> assert_ = {}") !=
              std::string::npos, "%s", in_cpp.c_str());
    const std::string in_python = client(python::client, std::string(document));
    cr_expect(in_python.find("type: Union[Json, Null] = None") != std::string::npos, "%s",
              in_python.substr(in_python.find("self._send = api")).c_str());
    const std::string in_typescript = client(typescript::client, std::string(document));
    cr_expect(in_typescript.find("{ toString?: string | Object[\"toString\"] } = {}") !=
              std::string::npos, "%s", in_typescript.substr(0, 1500).c_str());
}

// Tuples, each of two references to the previous one: 2^`last` integers if written out.
std::string tuples(int last) {
    std::string schemas = R"("t0":{"items":[{"type":"integer"},{"type":"integer"}]})";
    for (int i = 1; i <= last; ++i) {
        const std::string before = R"({"$ref":"#/components/schemas/t)" + std::to_string(i - 1);
        schemas += ",\"t" + std::to_string(i) + R"(":{"items":[)" + before + "\"}," + before +
                   "\"}]}";
    }
    return R"({"openrpc":"1.3.2","info":{"title":"t","version":"1"},"methods":[{"name":"m",)"
           R"("params":[],"result":{"name":"r","schema":{"$ref":"#/components/schemas/t)" +
           std::to_string(last) + R"("}}}],"components":{"schemas":{)" + schemas + "}}}";
}

Test(openrpc_generate_code, a_client_stays_in_proportion_to_its_document) {
    for (const client_writer write : {typescript::client, python::client, cpp::client}) {
        const std::size_t more = client(write, tuples(40)).size() - client(write, tuples(1)).size();
        cr_expect(more < 2 * tuples(40).size(), "%zu", more);
    }
}

Test(openrpc_generate_code, text_that_references_repeat_too_often_is_omitted_with_a_note) {
    std::string methods;
    for (int i = 0; i < 400; ++i)
        methods += (i == 0 ? "" : ",") + (R"({"name":"m)" + std::to_string(i)) +
                   R"(","params":[{"$ref":"#/components/contentDescriptors/p"}]})";
    std::string document =
        R"({"openrpc":"1.3.2","info":{"title":"t","version":"1"},"methods":[)" + methods +
        R"(],"components":{"contentDescriptors":{"p":{"name":"p","schema":{},"description":")" +
        std::string(20'000, 'x') + "\"}}}}";
    const std::size_t size = document.size();
    service api;
    cr_assert(read({document.data(), document.size()}, api).empty());
    cr_expect(typescript::client(api, {}).size() < 16 * size + (1 << 20));
    cr_assert(api.notes.size() > 0);
    cr_expect(api.notes[0].ends_with(": text omitted: references repeat it too often"));
}

Test(openrpc_generate_code, a_wide_margin_is_not_repeated_in_each_line) {
    std::string words(20'000, ' ');
    for (int i = 0; i < 20'000; ++i) words += "word ";
    const std::string document =
        R"({"openrpc":"1.3.2","info":{"title":"t","version":"1","description":")" + words +
        R"("},"methods":[]})";
    for (const client_writer write : {typescript::client, python::client, cpp::client})
        cr_expect(client(write, document).size() < 2 * document.size());
}

}}  // namespace code_test
