// Checks the options of a server.
#pragma once

#include <callbox/options.hpp>

namespace callbox::net {

// Validates the options and fills in those left open. Returns an empty string or one line of error.
[[nodiscard]] std::string complete(options& how);

// The name of an option that affects the whole process; empty if none is set.
std::string_view process_option(const options& how);

}  // namespace callbox::net
