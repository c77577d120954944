// refuses: callbox: a method name is letters, digits, '.' and '_'
#include "functions.hpp"

constexpr callbox::api methods{method<"math add", add>("Sum.", "a", "b")};
