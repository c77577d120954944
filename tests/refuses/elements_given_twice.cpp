// refuses: a_bound_is_given_twice
#include "functions.hpp"

constexpr callbox::api methods{
    method<"f", list>("F.", arg("v").each<callbox::at_least(1)>().each<callbox::at_most(2)>()),
};
