// refuses: a_tool_name_must_be_1_to_64_letters_digits_underscores_or_dashes
#include "functions.hpp"

constexpr callbox::api methods{
    method<"f", none>("F.",
        callbox::tool_name("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklm")),
};
