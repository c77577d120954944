// refuses: a_pattern_has_look_around_or_a_named_group
#include <callbox/callbox.hpp>

int f(std::string_view s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("s").pattern<"^(?=a).*$">()),
};
