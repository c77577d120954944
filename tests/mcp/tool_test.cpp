#include "mcp/tool.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tool_test { namespace {

using namespace callbox;

namespace tool_of_a_row {

struct pair {
    int a = 0;
};
constexpr auto describe(as<pair>) { return fields{field{"a", &pair::a}}; }
using either = std::variant<pair>;
constexpr auto describe(as<either>) { return one_of{"is", tagged<pair>("pair")}; }

}  // namespace tool_of_a_row

using tool_of_a_row::either, tool_of_a_row::pair;

int one() { return 1; }
template <class T> T give() { return {}; }
constexpr api documented{method<"a", one>(
    "Gives \"one\".", details("Always\nthe same."), returns("the one"), fails(1, "no one"),
    fails(2, "two at once"), example({}, 1))};
constexpr api fails_only{method<"a", one>("", fails(1, "no one"))};
constexpr api returns_only{method<"a", one>("", returns("the one"))};
constexpr api plain{method<"a.b.c", one>("Gives one.")};

std::string written(const table& all, const row& r) {
    bytes out;
    writer to(out);
    mcp::write_tool(to, all, r);
    return std::string(out.view());
}
std::string written(const table& all) { return written(all, all.rows[0]); }

// The parts before and after the schemas.
std::string front_of(const std::string& tool) {
    return tool.substr(0, tool.find(R"("inputSchema")"));
}
std::string end_of(const std::string& tool) {
    const std::string_view last = R"("required":["result"],"additionalProperties":false})";
    return tool.substr(tool.rfind(last) + last.size());
}

void expect(const std::string& got, std::string_view wanted) {
    cr_expect(got == wanted, "%s", got.c_str());
}

std::string with_attributes(const tool_row& attributes) {
    const table all(plain);
    row r = all.rows[0];
    r.tool = attributes;
    return written(all, r);
}

Test(mcp_tool, a_row_is_a_tool) {
    constexpr auto add = [](std::int64_t a, std::int64_t b) { return a + b; };
    static constexpr api methods{method<"math.add", add>(
        "The sum of two integers.", "a", "b", fails(1, "the sum does not fit 64 bits"),
        example({2, 3}, 5))};
    expect(written(methods),
           R"({"name":"math_add","title":"math.add","description":"The sum of two integers.\n\n)"
           R"(Fails: the sum does not fit 64 bits","inputSchema":{"type":"object","properties":)"
           R"({"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"],)"
           R"("additionalProperties":false},"outputSchema":{"type":"object","properties":)"
           R"({"result":{"type":"integer"}},"required":["result"],"additionalProperties":false}})");
}

Test(mcp_tool, each_dot_of_the_name_is_replaced) {
    static constexpr api same{method<"a_b_C", one>("")};
    expect(mcp::tool_name_of(table(plain).rows[0]), "a_b_c");
    expect(front_of(written(plain)),
           R"({"name":"a_b_c","title":"a.b.c","description":"Gives one.",)");
    expect(front_of(written(same)), R"({"name":"a_b_C",)");
}

Test(mcp_tool, a_row_may_give_its_tool_a_name_and_a_title) {
    expect(front_of(with_attributes({.name = "sum"})),
           R"({"name":"sum","title":"a.b.c","description":"Gives one.",)");
    expect(front_of(with_attributes({.title = "The one"})),
           R"({"name":"a_b_c","title":"The one","description":"Gives one.",)");
    expect(front_of(with_attributes({.name = "sum", .title = "The one"})),
           R"({"name":"sum","title":"The one","description":"Gives one.",)");
}

Test(mcp_tool, the_description_has_a_paragraph_for_each_attribute_but_examples) {
    expect(front_of(written(documented)),
           R"({"name":"a","description":"Gives \"one\".\n\nAlways\nthe same.\n\n)"
           R"(Returns: the one\n\nFails: no one; two at once",)");
    expect(front_of(written(fails_only)), R"({"name":"a","description":"Fails: no one",)");
    expect(front_of(written(returns_only)), R"({"name":"a","description":"Returns: the one",)");
}

Test(mcp_tool, attributes_become_hints) {
    expect(end_of(with_attributes({})), "}");
    expect(end_of(with_attributes({.reads_only = true})),
           R"(,"annotations":{"readOnlyHint":true}})");
    expect(end_of(with_attributes({.adds_only = true})),
           R"(,"annotations":{"destructiveHint":false}})");
    expect(end_of(with_attributes({.idempotent = true})),
           R"(,"annotations":{"idempotentHint":true}})");
    expect(end_of(with_attributes({.self_contained = true})),
           R"(,"annotations":{"openWorldHint":false}})");
    expect(end_of(with_attributes({.adds_only = true, .idempotent = true, .self_contained = true})),
           R"(,"annotations":{"destructiveHint":false,"idempotentHint":true,)"
           R"("openWorldHint":false}})");
}

Test(mcp_tool, structs_and_maps_are_results_as_they_are) {
    static constexpr api methods{
        method<"a", give<pair>>(""),
        method<"b", give<std::map<std::string, int>>>(""),
        method<"c", one>(""),
        method<"d", give<std::string>>(""),
        method<"e", give<std::vector<pair>>>(""),
        method<"f", give<std::optional<pair>>>(""),
        method<"g", give<either>>(""),
        method<"h", give<json>>(""),
        method<"i", [] {}>(""),
    };
    const table all(methods);
    for (const row& r : all.rows)
        cr_expect(mcp::is_whole_result(*r.returns) == (r.name < "c"), "%s",
                  std::string(r.name).c_str());
}

int add(int a, int b) { return a + b; }
constexpr api one_word{method<"add", add>("", "a", "the other")};
constexpr api long_name{
    method<"abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijk", one>("")};
constexpr api twins{
    method<"stock.all_of", one>(""),
    method<"stock.all.of", one>(""),
};
constexpr api given_twins{
    method<"goods.all", one>("", deprecated, tool_name("all")),
    method<"stock.all", one>("", tool_name("all")),
};
constexpr api borrowed{
    method<"all", one>("", tool_name("everything")),
    method<"stock.all", one>("", tool_name("all")),
};
constexpr api in_order{
    method<"all", one>("", no_tool),
    method<"stock.all", one>("", tool_name("all")),
    method<"add", add>("", "the one", "the other", no_tool),
    method<"stock/all-of.them", one>(""),
    method<"stock.all_of", one>(""),
};

Test(mcp_tool, names_that_models_refuse_are_errors) {
    expect(mcp::error_in_tools(one_word),
           "method add: a tool's parameter has a name of 1 to 64 letters, digits, '_', '-' and "
           "'.', not \"the other\"");
    expect(mcp::error_in_tools(long_name),
           "method abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijk: a tool's "
           "name has at most 64 characters: give it a tool_name, or no_tool");
    expect(mcp::error_in_tools(in_order), "");
}

Test(mcp_tool, two_of_one_name_are_an_error) {
    expect(mcp::error_in_tools(twins), "methods stock.all.of and stock.all_of are both the tool "
                                       "stock_all_of: give one another tool_name");
    expect(mcp::error_in_tools(given_twins),
           "methods goods.all and stock.all are both the tool all: give one another tool_name");
    expect(mcp::error_in_tools(borrowed), "method stock.all is a tool with the name of method "
                                          "all: give it another tool_name");
    const module first(plain), second(twins);
    expect(mcp::error_in_tools(join(first, second)), mcp::error_in_tools(twins));
}

}}  // namespace tool_test
