// refuses: callbox: a word other than fails, raises and example stands twice
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api methods{
    method<"f", f>("F.", callbox::reads_only, callbox::reads_only),
};
