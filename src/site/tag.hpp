// Entity tags: whether a reader already has what it asks for.
#pragma once

#include <string_view>

namespace callbox::site {

// If-None-Match = "*" / #entity-tag                                RFC 9110, 13.1.2
// Whether `tag`, in its quotes, is in the list. A weak one matches too.
bool etag_matches(std::string_view if_none_match, std::string_view tag);

}  // namespace callbox::site
