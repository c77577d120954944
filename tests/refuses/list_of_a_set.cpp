// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
// refuses: set
#include <callbox/callbox.hpp>

#include <set>

int f(const std::vector<std::set<int>>& v) { return static_cast<int>(v.size()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "v")};
