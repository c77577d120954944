// refuses: a_parameter_has_no_name
#include "functions.hpp"

constexpr callbox::api methods{method<"half", number>("Half.", "")};
