// refuses: a_default_value_is_outside_its_constraint
#include <callbox/callbox.hpp>

constexpr std::array most{1, 2, 3};
int f(const std::vector<int>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").each<callbox::in(1, 2)>() =
                                      callbox::constant<most>),
};
