// refuses: callbox: initial is only for fields of structs
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n") = callbox::initial)};
