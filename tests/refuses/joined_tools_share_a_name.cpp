// refuses: two_tools_share_a_name_give_one_another_by_tool_name
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api one{method<"stock.all_of", f>("F.")};
constexpr callbox::api two{method<"stock_all.of", f>("F.")};
constexpr callbox::api methods = one + two;
