// refuses: a_constraint_ends_before_it_begins
#include <callbox/callbox.hpp>

int f(const std::vector<int>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").each<callbox::in(2, 1)>()),
};
