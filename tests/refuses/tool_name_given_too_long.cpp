// refuses: a_tool_name_is_1_to_64_letters_digits_underscores_and_dashes
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api methods{
    method<"f", f>("F.",
        callbox::tool_name("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklm")),
};
