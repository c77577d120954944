// refuses: callbox: a default value must have its parameter's type
// refuses: default_of_parameter<
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int next(int by) { return by + 1; }

constexpr callbox::api methods{method<"next", next>("Next.", arg("by") = 1.5)};
