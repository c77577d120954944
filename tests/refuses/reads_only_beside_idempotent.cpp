// refuses: callbox: reads_only stands beside adds_only or idempotent
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api methods{
    method<"f", f>("F.", callbox::reads_only, callbox::idempotent),
};
