// Where the endpoint may be.
#pragma once

#include <string_view>

namespace callbox::site {

// Whether it is a path such as "/api" or "/v1/rpc": one or more segments, each behind a "/",
// perhaps with a "/" at the end; none of the paths that the server keeps for itself.
bool is_mount(std::string_view text);

}  // namespace callbox::site
