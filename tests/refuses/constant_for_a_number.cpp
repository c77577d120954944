// refuses: callbox: a default value must have its parameter's type
#include "functions.hpp"

constexpr long least = 1;
constexpr callbox::api methods{method<"f", number>("F.", arg("n") = callbox::constant<least>)};
