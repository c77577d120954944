// What the program tells people about its tools for AI clients.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <string>
#include <string_view>

namespace callbox::cli {

// What a model sees: each method that is listed as a tool, in a line of JSON as tools/list has it.
void append_tools(bytes& out, const table& methods);

// What a client's configuration says to use the program by standard input and output, and over
// HTTP. `name`: what the client calls the server; `path`: of the program.
void append_client_configuration(bytes& out, std::string_view name, std::string_view path,
                                 std::string_view url);

// The path of this program's file; `otherwise` if the system does not tell.
std::string own_path(std::string_view otherwise);

}  // namespace callbox::cli
