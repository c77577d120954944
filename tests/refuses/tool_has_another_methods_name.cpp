// refuses: a_tool_has_the_name_of_another_method_give_it_another_by_tool_name
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api methods{
    method<"all", f>("F.", callbox::tool_name("everything")),
    method<"stock.all", f>("F.", callbox::tool_name("all")),
};
