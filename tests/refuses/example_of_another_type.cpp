// refuses: an_examples_argument_does_not_fit_its_parameter
#include "functions.hpp"

constexpr callbox::api methods{method<"twice", number>("Twice.", "n", example({"2"}, 4))};
