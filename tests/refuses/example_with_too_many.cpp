// refuses: an_example_has_more_arguments_than_parameters
#include <callbox/callbox.hpp>

int twice(int n) { return n * 2; }

constexpr callbox::api methods{
    callbox::method<"twice", twice>("Twice.", "n", callbox::example({2, 3}, 4)),
};
