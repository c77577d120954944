// refuses: callbox: only the state, the first parameter, may be a non-const reference
#include <callbox/callbox.hpp>

using callbox::method;

struct counter {
    int add(counter& other, int n) { return other.add(*this, n); }
};

constexpr callbox::api methods{method<"add", &counter::add>("Its object is its state.", "n")};
