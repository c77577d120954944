// refuses: a_default_value_is_outside_its_constraint
#include "functions.hpp"

constexpr std::array twice{1, 2, 1};
constexpr callbox::api methods{
    method<"f", list>("F.", arg("v").unique() = callbox::constant<twice>),
};
