// Writes pieces of C++ source.
#include "cpp_text.hpp"

#include "base/visible.hpp"
#include "escaped.hpp"
#include "text.hpp"

#include <algorithm>
#include <string>

namespace callbox::openrpc::generate::cpp {

namespace {

// octal-escape-sequence; a hexadecimal one has no maximum length        ISO C++20, lex.ccon
void append_octal(std::string& to, unsigned char byte) {
    to.push_back('\\');
    for (const int shift : {6, 3, 0}) to.push_back(static_cast<char>('0' + (byte >> shift & 7)));
}

// octal-escape-sequence; a hexadecimal one has no maximum length   ISO C++20, lex.ccon
//                                                                      ISO C++14, lex.trigraph
bool continues(std::string_view line) { return line.ends_with('\\') || line.ends_with("?\?/"); }

}  // namespace

// Escapes "?" after "?", to avoid trigraphs. C1 controls have no universal character name.
code literal(std::string_view text) {
    std::string made = "\"";
    each_visible(
        text,
        [&](char c) {
            const bool is_trigraph = c == '?' && made.ends_with('?');
            if (c == '"' || c == '\\' || is_trigraph) made.push_back('\\');
            made.push_back(c);
        },
        [&](char32_t hidden) {
            if (hidden >= 0xa0) return made.append(escape_of(hidden).data(), 6), void();
            if (hidden >= 0x80) append_octal(made, 0xc2);
            append_octal(made, static_cast<unsigned char>(hidden));
        });
    made.push_back('"');
    if (text.find('\0') == text.npos) return escaped::make(std::move(made));
    return escaped::make("std::string_view(" + made + ", " + std::to_string(text.size()) + ")");
}

void append_comment(code& to, std::size_t indent, std::string_view text) {
    std::vector<std::string> lines = lines_of(text);
    for (std::string& line : lines) line = one_line(line);
    for (const std::string& line : wrapped(lines, columns_max - indent - 3)) {
        to += blanks(indent) + pick(line.empty(), "//", "// ");
        escaped::append(to, line);
        to += pick(continues(line), " .\n", "\n");
    }
}

void append_list(code& to, const code& begin, const std::vector<code>& items, piece end) {
    const code whole = begin + joined(items);
    if (items.empty() || whole.view().size() + end.view().size() <= columns_max) {
        to += whole + end + "\n";
        return;
    }
    const std::string_view head = begin.view();
    const code indent = blanks(head.find_first_not_of(' ') + 4);
    escaped::append(to, head.substr(0, head.find_last_not_of(' ') + 1));
    std::size_t column = columns_max;  // the first item begins a line
    for (const code& each : items) {
        const bool is_last = &each == &items.back();
        const code item = each + (is_last ? end : piece(","));
        const bool breaks = column + 1 + item.view().size() > columns_max;
        to += (breaks ? "\n" + indent : code(" ")) + item;
        column = (breaks ? indent.view().size() : column + 1) + item.view().size();
    }
    to += "\n";
}

}  // namespace callbox::openrpc::generate::cpp
