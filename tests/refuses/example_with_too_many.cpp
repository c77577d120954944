// refuses: an_example_has_more_arguments_than_parameters
#include "functions.hpp"

constexpr callbox::api methods{method<"twice", number>("Twice.", "n", example({2, 3}, 4))};
