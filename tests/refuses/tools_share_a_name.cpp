// refuses: two_tools_share_a_name_give_one_another_by_tool_name
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api methods{
    method<"stock.all_of", f>("F."),
    method<"stock.some_of", f>("F."),
    method<"stock.all.of", f>("F."),
};
