// Text about the tools for AI clients.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <string>
#include <string_view>

namespace callbox::cli {

// The tools as a model sees them: for each a line of JSON, as in tools/list.
void append_tools(bytes& out, const table& methods);

// The configuration of a client that uses the program over standard input and output, and over
// HTTP. `name`: the server's name in the client; `path`: of the program.
void append_client_configuration(bytes& out, std::string_view name, std::string_view path,
                                 std::string_view url);

// The path of this program's file; `otherwise` if the system does not report it.
std::string own_path(std::string_view otherwise);

}  // namespace callbox::cli
