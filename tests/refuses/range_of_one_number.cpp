// refuses: callbox: in() takes two numbers; for one, there are at_least() and at_most()
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").in(0))};
