// refuses: callbox: register a function, a member function callable on an lvalue, or a lambda
#include <callbox/callbox.hpp>

using callbox::method;

struct counter {
    int n;
};

constexpr callbox::api methods{method<"n", &counter::n>("No function.")};
