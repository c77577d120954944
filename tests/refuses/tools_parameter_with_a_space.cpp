// refuses: a_tool_parameter_must_be_1_to_64_letters_digits_underscores_dots_or_dashes
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int g(int a, int b) { return a + b; }

constexpr callbox::api methods{
    method<"g", g>("G.", "a", "the other"),
};
