// refuses: a_pattern_begins_with_a_caret_and_ends_with_a_dollar
#include <callbox/callbox.hpp>

int f(std::string_view s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("s").pattern<"[a-z]+">()),
};
