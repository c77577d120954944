// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int length(const char* text) { return text[0]; }

constexpr callbox::api methods{method<"length", length>("Length.", "text")};
