// Scopes, and the methods visible with them.
#include "rpc/view.hpp"

#include "openrpc/document.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace view_test { namespace {

using callbox::rpc::matches, callbox::rpc::view;

struct coin {
    int cents;
};
constexpr auto describe(callbox::as<coin>) {
    return callbox::fields{callbox::field{"cents", &coin::cents}};
}

int zero() { return 0; }
coin give() { return {1}; }
constexpr callbox::api methods{
    callbox::method<"a", zero>(""),
    callbox::method<"math.add", zero>(""),
    callbox::method<"math.mul", zero>(""),
    callbox::method<"pay", give>(""),
};

std::string seen_by(std::vector<std::string> scopes) {
    const callbox::table all(methods);
    const view seen(all, scopes);
    std::string names;
    for (const callbox::row& r : all.rows)
        if (seen.has(r)) names += (names.empty() ? "" : " ") + std::string(r.name);
    return names;
}

Test(rpc_view, a_star_is_any_run_of_characters) {
    for (const auto& [glob, name] : std::initializer_list<std::pair<const char*, const char*>>{
             {"a", "a"}, {"*", "a"}, {"*", ""}, {"**", "a.b"}, {"a*", "a"}, {"*a", "a"},
             {"math.*", "math.add"}, {"*.add", "math.add"}, {"m*.*d", "math.add"},
             {"*a*", "math.add"}, {"a*b*c", "aXbbYc"}, {"*ab", "aab"}, {"*aab", "aaaab"},
             {"a**b", "ab"}, {"*.get_*", "x.get_y"}})
        cr_expect(matches(glob, name), "%s %s", glob, name);
    for (const auto& [glob, name] : std::initializer_list<std::pair<const char*, const char*>>{
             {"", "a"}, {"a", ""}, {"a", "b"}, {"a", "ab"}, {"b", "ab"}, {"A", "a"},
             {"math.*", "math"}, {"math.*", "mathxadd"}, {"*.add", "math.addx"},
             {"a*b", "abc"}, {"*b*b", "ab"}, {"a*a", "a"}, {"?", "a"}})
        cr_expect(!matches(glob, name), "%s %s", glob, name);
    cr_expect(matches("", ""));
}

Test(rpc_view, many_stars_take_no_time_without_end) {
    std::string glob, name(60'000, 'a');
    for (int i = 0; i < 100; ++i) glob += "*a";
    cr_expect(matches(glob, name) && !matches(glob + "b", name));
}

Test(rpc_view, a_view_has_the_methods_of_any_of_its_scopes) {
    cr_expect(seen_by({}).empty());
    cr_expect(seen_by({"nothing"}).empty());
    cr_expect(seen_by({"math.*"}) == "math.add math.mul");
    cr_expect(seen_by({"a", "*.mul"}) == "a math.mul");
    cr_expect(seen_by({"*"}) == "a math.add math.mul pay");
}

Test(rpc_view, its_document_is_of_a_table_with_these_methods_alone) {
    static constexpr callbox::api few{
        callbox::method<"math.add", zero>(""),
        callbox::method<"math.mul", zero>(""),
    };
    const std::vector<std::string> scopes{"math.*"};
    view seen{callbox::table(methods), scopes};
    const auto wanted = callbox::openrpc::describe(callbox::table(few), {});
    callbox::openrpc::documents documents{callbox::table(methods)};
    const auto& got = documents.of(&seen);
    cr_expect(got.document == wanted.document, "%s", got.document.c_str());
    cr_expect(got.contract == wanted.contract);
    cr_expect(got.document.find("cents") == got.document.npos, "nor their types");
}

}}  // namespace view_test
