// refuses: a_pattern_has_an_anchor_inside
#include <callbox/callbox.hpp>

int f(std::string_view s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("s").pattern<"^(a$|b)$">()),
};
