// Decides by the value of a field, for route.cpp, whether the answer is a 304.
#include "tag.hpp"

#include "base/ascii.hpp"

namespace callbox::site {

// No tag that callbox makes has a comma, so it does not matter that one with a comma is split.
bool etag_matches(std::string_view if_none_match, std::string_view tag) {
    if (if_none_match == "*") return true;
    while (!if_none_match.empty()) {
        std::string_view each = ascii::trimmed(ascii::take_until(if_none_match, ','));
        if (each.starts_with("W/")) each.remove_prefix(2);
        if (each == tag) return true;
    }
    return false;
}

}  // namespace callbox::site
