// refuses: a_constraint_does_not_apply_to_this_type
#include <callbox/callbox.hpp>

int f(const std::vector<callbox::json>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").unique()),
};
