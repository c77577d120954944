#include "mcp/tool.hpp"

#include "support/logs.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace tool_list_test { namespace {

using callbox::deprecated, callbox::method, callbox::rpc::view;

int one() { return 1; }
constexpr callbox::api methods{
    method<"math.mul", one>(""),
    method<"math.add", one>(""),
    method<"old.add", one>("", deprecated),
    method<"ping", one>(""),
};

struct listing {
    support::kept_log log;
    callbox::mcp::tool_list all;
    explicit listing(const callbox::table& table = methods) : all(table, log) {
        log.log_calls(true);
    }

    std::string found(std::string_view name, const view* sees = nullptr) const {
        const callbox::row* const r = all.find(name, sees);
        return r == nullptr ? "(none)" : std::string(r->name);
    }
};

// The names in the list of tools.
std::string names_in(std::string_view list) {
    std::string names;
    constexpr std::string_view before = R"({"name":")";
    for (auto at = list.find(before); at != list.npos; at = list.find(before, at)) {
        at += before.size();
        names += (names.empty() ? "" : " ") + std::string(list.substr(at, list.find('"', at) - at));
    }
    return names;
}

void expect(const std::string& got, std::string_view wanted) {
    cr_expect(got == wanted, "%s", got.c_str());
}

Test(mcp_tool_list, tools_stand_in_the_order_of_the_table) {
    listing l;
    expect(names_in(l.all.listed(nullptr)), "math_add math_mul ping");
    cr_expect(l.all.listed(nullptr).starts_with("[{") && l.all.listed(nullptr).ends_with("}]"));
}

Test(mcp_tool_list, no_tools_are_an_empty_list) {
    callbox::table empty(methods);
    empty.rows = {};
    listing l(empty);
    expect(std::string(l.all.listed(nullptr)), "[]");
    cr_expect(l.all.nearest("ping", nullptr).empty());
}

Test(mcp_tool_list, a_tool_is_found_by_its_name_and_by_that_of_its_method) {
    const listing l;
    expect(l.found("math_add"), "math.add");
    expect(l.found("math.add"), "math.add");
    expect(l.found("ping"), "ping");
    for (const char* none : {"", "math", "math_", "math_ad", "math_addd", "Math_add", "math-add",
                             "math_add ", "rpc.discover"})
        expect(l.found(none), "(none)");
}

Test(mcp_tool_list, a_deprecated_method_is_called_but_neither_listed_nor_offered) {
    listing l;
    expect(l.found("old_add"), "old.add");
    expect(l.found("old.add"), "old.add");
    cr_expect(names_in(l.all.listed(nullptr)).find("old") == std::string::npos);
    cr_expect(l.all.nearest("old_ad", nullptr) != "old_add");
}

Test(mcp_tool_list, attributes_of_a_row_hide_or_name_a_tool) {
    static constexpr callbox::api renamed{
        method<"math.mul", one>("", callbox::no_tool),
        method<"math.add", one>("", callbox::tool_name("sum")),
        method<"ping", one>(""),
    };
    listing l(renamed);
    expect(names_in(l.all.listed(nullptr)), "sum ping");
    expect(l.found("math_mul"), "(none)");
    expect(l.found("math.mul"), "(none)");
    expect(l.found("sum"), "math.add");
    expect(l.found("math.add"), "math.add");
    expect(l.found("math_add"), "(none)");
    cr_expect(l.all.nearest("math_mull", nullptr) != "math_mul");
    expect(std::string(l.all.nearest("sun", nullptr)), "sum");
}

Test(mcp_tool_list, through_scopes_other_tools_are_seen) {
    const callbox::table all(methods);
    const view math(all, std::vector<std::string>{"math.*"});
    const view ping(all, std::vector<std::string>{"ping"});
    const view nothing(all, std::vector<std::string>{});
    listing l;
    expect(names_in(l.all.listed(&math)), "math_add math_mul");
    expect(names_in(l.all.listed(&ping)), "ping");
    expect(std::string(l.all.listed(&nothing)), "[]");
    expect(names_in(l.all.listed(nullptr)), "math_add math_mul ping");
    expect(l.found("ping", &math), "(none)");
    expect(l.found("math_add", &math), "math.add");
    expect(l.found("math.add", &ping), "(none)");
    expect(l.found("old_add", &math), "(none)");
    cr_expect(l.all.nearest("pingg", &math) != "ping");
    expect(std::string(l.all.nearest("pingg", &ping)), "ping");
    expect(std::string(l.all.nearest("math_ad", &math)), "math_add");
    cr_expect(l.all.nearest("math_ad", &nothing).empty());
}

Test(mcp_tool_list, a_list_is_written_once_and_its_hash_is_logged) {
    const callbox::table all(methods);
    const view math(all, std::vector<std::string>{"math.*"});
    listing l, other;
    const std::string_view first = l.all.listed(nullptr);
    cr_expect(first.data() == l.all.listed(nullptr).data());
    cr_assert(l.log.all.size() == 1, "%s", l.log.text().c_str());
    cr_expect(l.log.all[0].find("tools=3") != std::string::npos, "%s", l.log.text().c_str());
    (void)l.all.listed(&math);
    cr_assert(l.log.all.size() == 2);
    cr_expect(l.log.all[0] != l.log.all[1]);
    cr_expect(other.all.listed(nullptr) == first, "the same bytes each time");
    expect(other.log.all.at(0), l.log.all[0]);
}

Test(mcp_tool_list, lists_are_dropped_with_the_views) {
    const callbox::table all(methods);
    listing l;
    std::vector<view> views;
    views.emplace_back(all, std::vector<std::string>{"math.*"});
    expect(names_in(l.all.listed(&views[0])), "math_add math_mul");
    l.all.clear();
    views.clear();
    views.emplace_back(all, std::vector<std::string>{"ping"});
    expect(names_in(l.all.listed(&views[0])), "ping");
}

}}  // namespace tool_list_test
