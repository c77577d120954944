// Evaluates the media type of a body.
#pragma once

#include "base/ascii.hpp"

namespace callbox::site {

namespace detail {
std::string_view content_type_error(std::string_view content_type);
}

// Why a body of that Content-Type is not accepted as JSON: a clause that includes what to send
// instead; empty: it is accepted. A missing type is accepted.
inline std::string_view content_type_error(std::string_view content_type) {
    if (content_type.empty() || ascii::is_same(content_type, "application/json")) return {};
    return detail::content_type_error(content_type);
}

}  // namespace callbox::site
