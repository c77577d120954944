// refuses: callbox: no_tool stands beside another word of tool.hpp
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api methods{
    method<"f", f>("F.", callbox::no_tool, callbox::title("F")),
};
