// refuses: two_tables_share_a_method_name
#include "functions.hpp"

constexpr callbox::api one{method<"math.add", add>("Sum.", "a", "b")};
constexpr callbox::api two{method<"math.add", add>("Sum.", "a", "b")};
constexpr callbox::api methods = one + two;
