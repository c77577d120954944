// refuses: an_examples_argument_does_not_fit_its_parameter
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").in(0, 5), example({9}, 9))};
