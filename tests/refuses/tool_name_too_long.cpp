// refuses: callbox: the tool's name has more than 64 characters: give a shorter one by
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api methods{
    method<"abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijk", f>("F."),
};
