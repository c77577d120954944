// refuses: callbox: register a function, a member function callable on an lvalue, or a lambda
#include <callbox/callbox.hpp>

using callbox::method;

struct counter {
    int take() && { return 1; }
};

constexpr callbox::api methods{method<"take", &counter::take>("The state would be used up.")};
