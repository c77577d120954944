// refuses: a_default_value_is_outside_its_constraint
#include "functions.hpp"

constexpr std::array most{1, 2, 3};
constexpr callbox::api methods{
    method<"f", list>("F.", arg("v").each<callbox::in(1, 2)>() = callbox::constant<most>),
};
