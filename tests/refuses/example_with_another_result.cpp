// refuses: an_examples_result_does_not_fit_its_method
#include "functions.hpp"

constexpr callbox::api methods{method<"twice", number>("Twice.", "n", example({2}, 4.5))};
