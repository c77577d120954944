// refuses: callbox: the tool's name has more than 64 characters: give a shorter one by
#include "functions.hpp"

constexpr callbox::api methods{
    method<"abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijk", none>("F."),
};
