// run(), with and without options of the program's own.
#pragma once

#include "settings.hpp"

#include <callbox/options.hpp>
#include <callbox/table.hpp>

namespace callbox::cli {

// What run.hpp promises. `own` may be null.
int run_program(const table& methods, void* state, int argc, char** argv, const options& defaults,
                own_options* own);

}  // namespace callbox::cli
