// refuses: a_parameter_of_a_tool_has_1_to_64_letters_digits_dots_and_dashes
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int g(int a, int b) { return a + b; }

constexpr callbox::api methods{
    method<"g", g>("G.", "a", "the other"),
};
