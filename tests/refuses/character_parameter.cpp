// refuses: callbox: a parameter's type is unknown to JSON: take one of those that codec.hpp lists
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int code(char letter) { return letter; }

constexpr callbox::api methods{method<"code", code>("Code.", "letter")};
