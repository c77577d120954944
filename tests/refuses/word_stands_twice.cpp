// refuses: callbox: a word other than fails, raises and example stands twice
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "n", callbox::returns("a"), callbox::returns("b")),
};
