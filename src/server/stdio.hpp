// Serves a table's methods as tools over standard input and output, by the Model Context Protocol:
// one message a line. There is no listener, and there are no tokens: who starts the process has its
// rights.
#pragma once

#include <callbox/options.hpp>
#include <callbox/table.hpp>

namespace callbox::net {

// Serves until standard input ends and all that was asked is answered, until nobody reads standard
// output, or until SIGTERM or SIGINT and drain_timeout_ms. Returns the exit status: 0, or 1 when it
// could not start, read, write, or end its calls (the log says which). If a blocking method still
// runs at the end, it ends the process with 1, as serve() does.
// Requires: unusable_stream() (lines.hpp) finds nothing.
// Takes signals, the sandbox, the log file and the user from `how` as serve() does.
int serve_stdio(const table& methods, void* state, const options& how);

}  // namespace callbox::net
