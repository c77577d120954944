// refuses: bounds_of_value_length_and_size_cannot_be_combined
#include "functions.hpp"

constexpr callbox::api methods{
    method<"f", text>("F.", arg("s").length_at_least(1).size_at_most(3)),
};
