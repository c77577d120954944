// refuses: callbox: the function has more parameters than are named here
#include "functions.hpp"

constexpr callbox::api methods{method<"math.add", add>("Sum.", "a")};
