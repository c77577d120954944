// refuses: callbox: length() takes two numbers; for one, there are length_at_least()
#include <callbox/callbox.hpp>

int f(std::string_view s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("s").length(1)),
};
