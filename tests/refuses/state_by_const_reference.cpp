// refuses: callbox: a const T& parameter is part of the call: take state as a first T&
#include <callbox/callbox.hpp>

struct store {
    int size;
};
int f(const store& s, int n) { return s.size + n; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "n")};
