// refuses: callbox: a method name must consist of letters, digits, '.' and '_'
#include "functions.hpp"

constexpr callbox::api methods{method<"math add", add>("Sum.", "a", "b")};
