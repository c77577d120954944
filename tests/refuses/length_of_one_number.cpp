// refuses: callbox: length() takes two numbers; for one, use length_at_least()
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").length(1))};
