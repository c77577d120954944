// refuses: callbox: in() takes two numbers; for one, use at_least() or at_most()
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").in(0))};
