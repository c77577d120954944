#include "generate/cpp_text.hpp"
#include "generate/escaped.hpp"
#include "generate/groups.hpp"
#include "generate/names.hpp"
#include "generate/text.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace names_test { namespace {

using namespace callbox::openrpc::generate;
using std::string;
using std::string_view;

string joined(const std::vector<string>& words) {
    string all;
    for (const string& each : words) all.append(all.empty() ? "" : " ").append(each);
    return all;
}

string shown(const group& parent) {
    string all;
    for (const group::entry& each : parent.methods)
        all.append(each.name.view()).append("=").append(each.method->name).append(" ");
    for (const group& each : parent.groups)
        all.append(each.name.view()).append("{ ").append(shown(each)).append("} ");
    return all;
}

string comment(std::size_t indent, string_view what) {
    code made;
    cpp::append_comment(made, indent, what);
    return std::move(made).text();
}

string list(const string& begin, const std::vector<string>& items) {
    code made;
    std::vector<code> all;
    for (const string& each : items) all.push_back(escaped::make(each));
    cpp::append_list(made, escaped::make(begin), all, ");");
    return std::move(made).text();
}

method named(string_view name, std::vector<string> path) {
    method made;
    made.name = name;
    made.path = std::move(path);
    return made;
}

Test(openrpc_generate_names, names_are_split_into_words) {
    const std::vector<std::pair<string_view, string_view>> all{
        {"user-id", "user id"}, {"userId", "user id"}, {"User ID", "user id"},
        {"USER_ID", "user id"}, {"HTTPServer2", "http server2"}, {"a1B", "a1 b"},
        {"eth_getBlockByHash", "eth get block by hash"}, {"x", "x"}, {"", ""}, {"...", ""},
        {"1st", "1st"}, {"\xc3\xbc", ""}, {"gr\xc3\xb6\xc3\x9f", "gr"}, {"__proto__", "proto"}};
    for (const auto& [name, wanted] : all) {
        const string got = joined(words_of(name));
        cr_expect(got == wanted, "%s: %s", string(name).c_str(), got.c_str());
    }
}

Test(openrpc_generate_names, each_style_is_an_identifier) {
    const std::vector<string> words{"user", "id"}, digit{"1st", "2nd"}, none;
    cr_expect(pascal(words) == "UserId" && camel(words) == "userId" && snake(words) == "user_id");
    cr_expect(pascal(digit) == "_1st2nd" && snake(digit) == "_1st_2nd");
    cr_expect(pascal(none) == "Value" && camel(none) == "value" && snake(none) == "value");
    for (const string_view name : {"a", "_", "a1", "A_b"}) cr_expect(is_identifier(name));
    for (const string_view name : {"", "1", "a-b", "a b", "\xc3\xbc"})
        cr_expect(!is_identifier(name), "%s", string(name).c_str());
}

Test(openrpc_generate_names, names_are_unique_in_a_scope) {
    scope outer({"old"});
    outer.reserve(outer.claim("above"));
    scope names({"new class", "other"}, &outer);
    const std::pair<string_view, string_view> rows[] = {
        {"class", "class_"}, {"class", "class__2"}, {"id", "id"},         {"id", "id_2"},
        {"id_2", "id_2_2"},  {"id", "id_3"},        {"other", "other_"},  {"above", "above_"},
        {"old", "old_"},     {"clas", "clas"},      {"lass", "lass"}};
    for (const auto& [wanted, name] : rows) {
        const code got = names.claim(string(wanted));
        cr_expect(got.view() == name, "%s", string(got.view()).c_str());
    }
    scope both({"send send_"});
    cr_expect(both.claim("send").view() == "send_2");
    cr_expect(both.claim("send").view() == "send_3");
    cr_expect(names.claim(string(500, 'x')).view().size() == scope::name_bytes_max);
}

Test(openrpc_generate_names, methods_are_in_groups_and_groups_are_named_first) {
    const std::vector<method> all{named("a", {"a"}), named("a.b", {"a", "b"}),
                                  named("a.b.c", {"a", "b", "c"}), named("a.B", {"a", "B"}),
                                  named("class", {"class"}), named("of", {"of"}),
                                  named("x.of", {"x", "of"})};
    const string got = shown(groups_of(all, {"class"}, "of", snake));
    cr_expect(got == "a_2=a class_=class of_=of a{ b_2=a.b b_3=a.B b{ c=a.b.c } } "
                     "x{ of=x.of } ", "%s", got.c_str());
}

Test(openrpc_generate_text, text_cannot_end_a_comment) {
    cr_expect(comment(4, "one\ntwo \\\n\n*/ int x; \r\n\x01\n\n") ==
              "    // one\n    // two \\ .\n    //\n    // */ int x;\n    //\n");
    cr_expect(comment(0, "").empty());
}

Test(openrpc_generate_text, long_lines_are_wrapped) {
    const string a(60, 'a'), b(60, 'b'), c(150, 'c');
    cr_expect(comment(0, a + ' ' + b + ' ' + c + " d") ==
              "// " + a + "\n// " + b + "\n// " + c + "\n// d\n");
    cr_expect(comment(0, "  " + a + "  " + b) == "//   " + a + "\n//   " + b + "\n",
              "the margin is kept, and no line ends with a blank");
    string umlauts = a;
    for (int i = 0; i < 35; ++i) umlauts += "\xc3\xbc";
    umlauts += " x";
    cr_expect(comment(0, umlauts) == "// " + umlauts + "\n", "100 characters are not too many");
    const string x(120, 'x'), d(50, 'd'), e(50, 'e');
    cr_expect(list("    call(", {"a", "b"}) == "    call(a, b);\n");
    cr_expect(list("    call(", {d, e, "c"}) ==
              "    call(\n        " + d + ",\n        " + e + ", c);\n");
    cr_expect(list(x + "(", {}) == x + "();\n", "nothing can be wrapped");
}

}}  // namespace names_test
