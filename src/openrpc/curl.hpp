// A call as a command line.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <string_view>

namespace callbox::openrpc {

// A request that the method takes: the call of that example of it, or of its first; where it has
// none, one with values that suit the types of its required parameters.
void write_request(writer& to, const table& methods, const row& r,
                   const example_call* example = nullptr);

// The request as a line for a POSIX shell that sends it by curl.
void append_curl(bytes& out, const table& methods, const row& r, std::string_view url,
                 const example_call* example = nullptr);

// A word for a POSIX shell, in single quotes.
void append_quoted(bytes& out, std::string_view word);

}  // namespace callbox::openrpc
