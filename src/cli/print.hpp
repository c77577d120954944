// The ends of every main().
#pragma once

#include <callbox/bytes.hpp>

#include <string_view>

namespace callbox::cli {

// argv[0] without folders.
std::string_view name_of_program(const char* path);

// Prints the mistake, as a line of the log, and `errors` to standard error, and `out` to standard
// output. Returns the exit status: `status`, or 1 when `out` can't be written.
int print(int status, std::string_view mistake, std::string_view errors, const bytes& out);

}  // namespace callbox::cli
