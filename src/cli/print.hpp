// The ends of every main().
#pragma once

#include "output.hpp"

#include <string>
#include <string_view>

namespace callbox::cli {

// argv[0] without folders, as visible() makes it.
std::string name_of_program(const char* path);

// Prints the error, as a line of the log, and `errors` to standard error, and `out` to standard
// output. Returns the exit status: `status`, or 1 when `out` can't be written. Throws
// std::bad_alloc, and prints nothing, if memory ran out while `errors` or `out` was made.
int print(int status, std::string_view error, const output& errors, const output& out);

// Prints that memory has run out. Returns the exit status.
int print_out_of_memory();

}  // namespace callbox::cli
