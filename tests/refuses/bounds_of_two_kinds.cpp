// refuses: bounds_of_two_kinds_are_given
#include <callbox/callbox.hpp>

int f(std::string_view s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("s").length_at_least(1).size_at_most(3)),
};
