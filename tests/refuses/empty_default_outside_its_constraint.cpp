// refuses: a_default_value_is_outside_its_constraint
#include <callbox/callbox.hpp>

int f(const std::vector<int>& v) { return static_cast<int>(v.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").size_at_least(1) = {}),
};
