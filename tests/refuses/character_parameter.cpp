// refuses: callbox: a parameter's type is unknown to JSON: give it a describe(as<T>)
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int code(char letter) { return letter; }

constexpr callbox::api methods{method<"code", code>("Code.", "letter")};
