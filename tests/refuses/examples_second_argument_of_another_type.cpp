// refuses: an_examples_argument_does_not_fit_its_parameter
#include "functions.hpp"

constexpr callbox::api methods{method<"add", add>("Sum.", "a", "b", example({2, "3"}, 5))};
