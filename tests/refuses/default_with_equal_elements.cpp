// refuses: a_default_value_is_outside_its_constraint
#include <callbox/callbox.hpp>

constexpr std::array twice{1, 2, 1};
int f(const std::vector<int>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").unique() = callbox::constant<twice>),
};
