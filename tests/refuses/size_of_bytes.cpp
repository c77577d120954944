// refuses: a_constraint_does_not_apply_to_this_type
#include <callbox/callbox.hpp>

int f(const std::vector<std::byte>&) { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("octets").size(1, 16))};
