// refuses: a_pattern_has_more_than_256_positions
#include <callbox/callbox.hpp>

int f(std::string_view s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("s").pattern<"^([a-z]{16}){17}$">()),
};
