// The attributes of a row for AI clients.
#include "mcp/tool.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace tool_test { namespace {

using namespace callbox;

int f() { return 0; }
int g(int a, int b) { return a - b; }

constexpr api plain{
    method<"stock.all", f>("F."),
    method<"stock.count", f>("F.", reads_only, self_contained),
    method<"stock.put_back", f>("F.", adds_only, idempotent, title("Put back")),
    method<"long.abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijk", f>(
        "F.", tool_name("long-one")),
    method<"odd", g>("G.", "the first", "zweite\u00e9", no_tool),
};

// Names of methods that are not tools do not conflict.
constexpr api hidden{
    method<"a.b_c", f>("F.", no_tool),
    method<"a_b.c", f>("F.", no_tool),
    method<"a.b.c", f>("F."),
    method<"report", f>("F.", no_tool),
    method<"report.for_models", f>("F.", tool_name("report")),
    method<"same", f>("F.", tool_name("same")),
};
constexpr api joined = plain + hidden;

void nothing(const seen_call&) {}
constexpr api hooked = with<plain>(before<nothing>);

const tool_row& tool_of(std::string_view method, const table& methods = plain) {
    return methods.find(method)->tool;
}
std::string name_of(const table& methods, std::string_view method) {
    return mcp::tool_name_of(*methods.find(method));
}

Test(rpc_tool, a_row_has_its_attributes) {
    const tool_row& count = tool_of("stock.count");
    cr_expect(count.reads_only && count.self_contained && !count.adds_only && !count.idempotent);
    const tool_row& put_back = tool_of("stock.put_back");
    cr_expect(put_back.adds_only && put_back.idempotent && !put_back.reads_only);
    cr_expect(put_back.title == "Put back" && put_back.name.empty() && !put_back.hidden);
    cr_expect(tool_of("odd").hidden);
}

Test(rpc_tool, attributes_are_kept_within_hooks_and_in_joined_tables) {
    cr_expect(tool_of("stock.count", hooked).reads_only);
    cr_expect(tool_of("stock.put_back", joined).title == "Put back");
}

Test(rpc_tool, its_name_is_the_methods_without_dots_or_the_given_one) {
    cr_expect(name_of(plain, "stock.put_back") == "stock_put_back");
    cr_expect(name_of(hidden, "report.for_models") == "report");
}

Test(rpc_tool, a_given_name_may_have_64_characters) {
    static constexpr api longest{method<"f", f>(
        "F.", tool_name("abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz_ABC4567890"))};
    cr_expect(name_of(longest, "f").size() == 64);
}

}}  // namespace tool_test
