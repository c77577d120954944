// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int twice(int n) { return n * 2; }

constexpr callbox::api methods{
    callbox::method<"twice", twice>("Twice.", "n", callbox::example({"2"}, 4)),
};
