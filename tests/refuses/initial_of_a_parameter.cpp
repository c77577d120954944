// refuses: callbox: initial is the default of a struct's field
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n") = callbox::initial)};
