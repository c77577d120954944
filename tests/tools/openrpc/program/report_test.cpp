// The formats of `check`.
#include "program/command.hpp"
#include "program/report.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace report_test { namespace {

using namespace callbox;
using openrpc::change, openrpc::comparison;
using std::string;
using std::string_view;

string printed(string_view format, const comparison& found, string_view file = "new.json") {
    cli::output to;
    const auto print = program::reporter_of(format);
    cr_assert(print != nullptr);
    print(to, found, file);
    return string(to.view());
}

void expect(string_view format, const comparison& found, string_view wanted,
            string_view file = "new.json") {
    const string got = printed(format, found, file);
    cr_expect(got == wanted, "got:\n%s", got.c_str());
}

comparison some() {
    comparison made;
    made.changes = {{true, "", "type card.kind", "now required", {"pay", "refund"}},
                    {true, "pay", "", "removed"},
                    {false, "", "", "description changed"},
                    {false, "pay", "result.n", "added as `string`"}};
    return made;
}

// What a document may try: other lines, commands, markup, terminal sequences.
comparison hostile() {
    comparison made;
    made.changes = {{true, "a\r\n::warning::b%0A##[error]", "", "`x` \u202e<script> \"|\x1b[1m"}};
    return made;
}

Test(program_report, only_four_formats_are_known) {
    for (const string_view known : {"text", "json", "markdown", "github"})
        cr_expect(program::reporter_of(known) != nullptr);
    for (const string_view unknown : {"", "JSON", "xml", "texts"})
        cr_expect(program::reporter_of(unknown) == nullptr);
}

Test(program_report, text_has_a_line_for_each_change) {
    expect("text", some(),
           "breaking: type card.kind: now required (pay, refund)\n"
           "breaking: pay: removed\n"
           "change: info: description changed\n"
           "change: pay: result.n: added as `string`\n"
           "2 breaking changes, 2 others\n");
    expect("text", {}, "no changes\n");
    expect("text", hostile(),
           "breaking: a??::warning::b%0A##[error]: `x` ?<script> \"|?[1m\n"
           "1 breaking change, 0 others\n");
}

Test(program_report, json_has_all_parts_of_each_change) {
    expect("json", some(),
           R"({"breaking":2,"others":2,"unlisted":0,"changes":[)"
           R"({"breaking":true,"place":"type card.kind","change":"now required",)"
           R"("methods":["pay","refund"]},)"
           R"({"breaking":true,"method":"pay","change":"removed"},)"
           R"({"breaking":false,"change":"description changed"},)"
           R"({"breaking":false,"method":"pay","place":"result.n","change":"added as `string`"}]})"
           "\n");
    expect("json", {}, R"({"breaking":0,"others":0,"unlisted":0,"changes":[]})" "\n");
    expect("json", hostile(),
           R"({"breaking":1,"others":0,"unlisted":0,"changes":[{"breaking":true,)"
           R"("method":"a\r\n::warning::b%0A##[error]",)"
           R"("change":"`x` \u202e<script> \"|\u001b[1m"}]})" "\n");
}

Test(program_report, markdown_is_two_lists) {
    expect("markdown", some(),
           "**2 breaking changes, 2 others**\n\nBreaking:\n\n"
           "- `type card.kind: now required (pay, refund)`\n- `pay: removed`\n\nOthers:\n\n"
           "- `info: description changed`\n- `` pay: result.n: added as `string` ``\n");
    expect("markdown", {}, "**no changes**\n");
    expect("markdown", hostile(),
           "**1 breaking change, 0 others**\n\nBreaking:\n\n"
           "- ``a??::warning::b%0A##[error]: `x` ?<script> \"|?[1m``\n");
}

Test(program_report, github_has_an_annotation_for_each_breaking_change) {
    expect("github", some(),
           "::error file=new.json,title=Breaking change::type card.kind: now required (pay, "
           "refund)\n"
           "::error file=new.json,title=Breaking change::pay: removed\n"
           "2 breaking changes, 2 others\n");
    expect("github", some(),
           "::error title=Breaking change::type card.kind: now required (pay, refund)\n"
           "::error title=Breaking change::pay: removed\n"
           "2 breaking changes, 2 others\n", "");
    expect("github", {}, "no changes\n");
    expect("github", hostile(),
           "::error file=a%2Cb%3A%25,title=Breaking change::a%0D%0A::warning::b%250A##[error]: "
           "`x` ?<script> \"|?[1m\n1 breaking change, 0 others\n", "a,b:%");
}

Test(program_report, changes_that_are_not_listed_are_counted_in_each_format) {
    comparison found;
    found.changes = {{true, "a", "", "removed"}};
    found.breaking_unlisted = 2;
    found.others_unlisted = 3;
    const string counts = "not listed: 5 more\n";
    const string all = "3 breaking changes, 3 others";
    expect("text", found, "breaking: a: removed\n" + counts + all + "\n");
    expect("github", found,
           "::error title=Breaking change::a: removed\n" + counts + all + "\n", "");
    expect("markdown", found,
           "**" + all + "**\n\nBreaking:\n\n- `a: removed`\n\n" + counts);
    cr_expect(printed("json", found)
                  .starts_with(R"({"breaking":3,"others":3,"unlisted":5,"changes":[{)"));
}

}}  // namespace report_test
