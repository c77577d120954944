// Valid paths of the endpoint.
#pragma once

#include <string_view>

namespace callbox::site {

// Whether `text` is a path such as "/api" or "/v1/rpc": one or more segments, each after a "/",
// with an optional "/" at the end; not a path reserved by the server.
bool is_mount(std::string_view text);

}  // namespace callbox::site
