// refuses: an_examples_argument_does_not_fit_its_parameter
#include "functions.hpp"

constexpr callbox::api methods{
    method<"f", list>("F.", arg("v").each<callbox::in(1, 2)>(), example({{1, 3}}, 1)),
};
