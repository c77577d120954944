// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int add(int a, int b) { return a + b; }

constexpr callbox::api methods{
    callbox::method<"add", add>("Sum.", "a", "b", callbox::example({2, "3"}, 5)),
};
