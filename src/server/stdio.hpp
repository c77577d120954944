// Serves the methods of a table as tools over standard input and output (Model Context Protocol),
// one message per line. There are no listeners and no tokens: the user who starts the process may
// call all methods.
#pragma once

#include <callbox/options.hpp>
#include <callbox/table.hpp>

namespace callbox::net {

// Serves until standard input ends and all requests are answered, until standard output has no
// reader, or until SIGTERM or SIGINT and drain_timeout_ms. Returns the exit status: 0, or 1 if it
// could not start, read, write or end its calls, as the log reports. If a blocking method still
// runs at the end, it exits the process with status 1, like serve().
// Requires: unusable_stream() (lines.hpp) returns an empty string.
// Handles signals, the sandbox, the log file and the user in `how` like serve().
int serve_stdio(const table& methods, void* state, const options& how);

}  // namespace callbox::net
