// A call as a command line.
#pragma once

#include <callbox/table.hpp>

namespace callbox::openrpc {

// Writes a request that the method accepts: the call in `example`, or in the method's first
// example; if there is none, a call with placeholders for its required parameters.
void write_request(writer& to, const table& methods, const row& r,
                   const example_call* example = nullptr);

// Appends a POSIX shell command that sends the request with curl.
void append_curl(bytes& out, const table& methods, const row& r, std::string_view url,
                 const example_call* example = nullptr);

// Appends a word for a POSIX shell, in single quotes.
void append_quoted(bytes& out, std::string_view word);

}  // namespace callbox::openrpc
