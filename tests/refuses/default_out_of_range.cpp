// refuses: a_default_value_is_out_of_its_parameters_range
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int next(signed char by) { return by + 1; }

constexpr callbox::api methods{method<"next", next>("Next.", arg("by") = 128)};
