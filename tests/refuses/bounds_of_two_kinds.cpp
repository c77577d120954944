// refuses: bounds_of_two_kinds_are_given
#include "functions.hpp"

constexpr callbox::api methods{
    method<"f", text>("F.", arg("s").length_at_least(1).size_at_most(3)),
};
