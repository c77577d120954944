// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
// refuses: default_of_parameter<
#include <callbox/callbox.hpp>

int f(int a, const std::vector<int>& b) { return a + static_cast<int>(b.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "a", callbox::arg("b") = std::vector<int>{}),
};
