// refuses: an_example_lacks_a_required_argument
#include <callbox/callbox.hpp>

int add(int a, int b) { return a + b; }

constexpr callbox::api methods{
    callbox::method<"add", add>("Sum.", "a", "b", callbox::example({2}, 4)),
};
