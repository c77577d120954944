// refuses: a_bound_is_given_twice
#include <callbox/callbox.hpp>

int f(const std::vector<int>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v")
                                      .each<callbox::at_least(1)>()
                                      .each<callbox::at_most(2)>()),
};
