// refuses: callbox: a word other than fails, raises and example stands twice
#include <callbox/callbox.hpp>

int f() { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::blocking, callbox::blocking),
};
