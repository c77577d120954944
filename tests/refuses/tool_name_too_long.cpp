// refuses: callbox: the tool name exceeds 64 characters: set a shorter one with tool_name
#include "functions.hpp"

constexpr callbox::api methods{
    method<"abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijk", none>("F."),
};
