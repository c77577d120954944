// Decisions by the value of a field: the media type of a body, the entity tag of a page.
#pragma once

#include "base/ascii.hpp"

#include <string_view>

namespace callbox::site {

namespace detail {
std::string_view content_type_error(std::string_view content_type);
}

// Why a body of that Content-Type is not read as JSON, a clause for a person that says what to
// send; empty when it is read. An empty type is fine: the request does not say what it is.
inline std::string_view content_type_error(std::string_view content_type) {
    if (content_type.empty() || ascii::is_same(content_type, "application/json")) return {};
    return detail::content_type_error(content_type);
}

// If-None-Match = "*" / #entity-tag                                RFC 9110, 13.1.2
// Whether `tag`, in its quotes, is in the list. A weak one matches too.
bool etag_matches(std::string_view if_none_match, std::string_view tag);

}  // namespace callbox::site
