// refuses: callbox: at_least() takes a number
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").at_least("one"))};
