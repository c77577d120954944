// The first and last steps of every main().
#pragma once

#include "output.hpp"

#include <string>
#include <string_view>

namespace callbox::cli {

// argv[0] without folders, as visible() makes it.
std::string name_of_program(const char* path);

// Prints `error`, as a log line, and `errors` to standard error, and `out` to standard output.
// Returns the exit status: `status`, or 1 if `out` cannot be written. Throws std::bad_alloc, and
// prints nothing, if memory ran out while `errors` or `out` was built.
int print(int status, std::string_view error, const output& errors, const output& out);

// Prints that memory has run out. Returns the exit status.
int print_out_of_memory();

}  // namespace callbox::cli
