// refuses: an_examples_argument_does_not_fit_its_parameter
#include "functions.hpp"

constexpr callbox::api methods{
    method<"f", map>("F.", arg("v").keys<callbox::length(1, 1)>(), example({{{"ab", 1}}}, 1)),
};
