// Reads the options of `serve` from the environment and the command line.
#pragma once

#include "option.hpp"
#include "settings.hpp"
#include "system/systemd.hpp"

namespace callbox::cli {

// Returns `defaults`, overridden by `environment` ("NAME=value", terminated by null), overridden by
// the flags in `words`. A list is replaced as a whole. Returns nothing if an argument or a variable
// is invalid: `error` is then one line that names it and the expected value. Empty and unknown
// variables are ignored. A variable of the program (INVENTORY_LISTEN, from `defaults.name`) takes
// precedence over callbox's. The program's own options go to `own`, if there are any.
std::optional<options> read_options(std::span<const char* const> words,
                                    const char* const* environment, std::string& error,
                                    const options& defaults = {}, settings* own = nullptr);

// A line for each unknown variable that begins with CALLBOX_, as it is probably misspelt. Variables
// that Kubernetes sets for a service of that name are skipped. Variables that begin with the
// program's name are included only if they resemble an option: the program may have its own.
std::vector<std::string> unknown_variables(const char* const* environment,
                                           std::string_view program = {},
                                           std::span<const setting_row> own = {});

// The values of an option with a fixed set of them: "logfmt", "json".
std::span<const std::string_view> choices_of(const option& o);

// "--listen", "CALLBOX_LISTEN".
std::string flag_of(const option& o);
std::string variable_of(const option& o);

using system::variable;

// The value of an option's variable: the program's own before callbox's; empty if neither is set.
// `name` becomes the name of the variable that was read last.
std::string_view option_variable(const char* const* environment, std::string_view program,
                                 std::string_view option, std::string& name);

// The variable of an option "db" of the program "inventory": INVENTORY_DB; CALLBOX_DB if the
// program has no name.
std::string variable_name(std::string_view program, std::string_view option);

// The option's value in `from`, as on a command line; empty for an empty list.
std::string value_text(const option& o, const options& from);

// The expected value, for error messages: "a size from 64 to 1M, such as ...".
std::string wanted_text(const option& o);

}  // namespace callbox::cli
