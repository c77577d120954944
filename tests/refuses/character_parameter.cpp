// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int code(char letter) { return letter; }

constexpr callbox::api methods{method<"code", code>("Code.", "letter")};
