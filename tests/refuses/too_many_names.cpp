// refuses: callbox: more parameters are named here than the function has
#include "functions.hpp"

constexpr callbox::api methods{method<"half", number>("Half.", "a", "b")};
