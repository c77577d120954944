// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
#include <callbox/callbox.hpp>

constexpr std::array words{"a", "b"};
int f(const std::vector<int>& v) { return static_cast<int>(v.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v") = callbox::constant<words>),
};
