// refuses: callbox: the function has more parameters than are named here
#include <callbox/callbox.hpp>

using callbox::method;

struct counter {
    int add(int n, int times) const noexcept { return n * times; }
};

constexpr callbox::api methods{method<"add", &counter::add>("Adds.", "n")};
