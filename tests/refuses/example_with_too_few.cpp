// refuses: an_example_lacks_a_required_argument
#include "functions.hpp"

constexpr callbox::api methods{method<"add", add>("Sum.", "a", "b", example({2}, 4))};
