// refuses: a_pattern_is_no_utf_8
#include <callbox/callbox.hpp>

int f(std::string_view s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("s").pattern<"^\xff$">()),
};
