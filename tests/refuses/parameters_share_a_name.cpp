// refuses: two_parameters_share_a_name
#include "functions.hpp"

constexpr callbox::api methods{method<"math.add", add>("Sum.", "a", "a")};
