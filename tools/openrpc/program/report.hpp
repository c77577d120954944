// The output of `check` in its formats.
#pragma once

#include "cli/command.hpp"
#include "diff/compare.hpp"

#include <string_view>

namespace callbox::program {

using reporter = void (*)(cli::output& to, const openrpc::comparison& found,
                          std::string_view file);

inline constexpr std::string_view report_formats = "text, json, markdown or github";

// Null: unknown format. `file` of a reporter is the later document, empty if it is not a file.
reporter reporter_of(std::string_view format);

}  // namespace callbox::program
