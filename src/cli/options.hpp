// Reads the options of `serve` from the environment and the command line.
#pragma once

#include "option.hpp"
#include "settings.hpp"
#include "system/systemd.hpp"

#include <callbox/options.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::cli {

// Returns `defaults`, overridden by `environment` ("NAME=value", ended by null; an empty value
// counts for none), overridden by the flags in `words`. Replaces a list as a whole, adds nothing to
// it. Returns nothing when a word or a variable is wrong: `error` is then one line that names
// it and what it takes. Ignores variables that are no option's. A variable of the program
// (INVENTORY_LISTEN, by `defaults.name`) counts before callbox's. The program's own options go to
// `own`, if there are any.
std::optional<options> read_options(std::span<const char* const> words,
                                    const char* const* environment, std::string& error,
                                    const options& defaults = {}, settings* own = nullptr);

// A line for each variable that begins with CALLBOX_ and that nothing here reads: most likely it is
// misspelt. Leaves out those that Kubernetes sets for a service of that name. Of those that begin
// with the program's name, which may have its own, only those like an option's.
std::vector<std::string> unknown_variables(const char* const* environment,
                                           std::string_view program = {},
                                           std::span<const setting_row> own = {});

// The words that an option takes, when they are few: "logfmt", "json".
std::span<const std::string_view> choices_of(const option& o);

// "--listen", "CALLBOX_LISTEN".
std::string flag_of(const option& o);
std::string variable_of(const option& o);

using system::variable;

// The value of an option's variable: the program's own before callbox's; empty if neither is set.
// `name` is then the one that was read last.
std::string_view option_variable(const char* const* environment, std::string_view program,
                                 std::string_view option, std::string& name);

// The variable of an option "db" of the program "inventory": INVENTORY_DB; CALLBOX_DB if the
// program has no name.
std::string variable_name(std::string_view program, std::string_view option);

// Whether it may be options::name, or options::version.
bool is_program_name(std::string_view text);
bool is_program_version(std::string_view text);

// The option's value in `how`, as one would write it; empty for an empty list.
std::string value_text(const option& o, const options& how);

// What the option takes, for the message about a wrong value: "a size from 64 to 1M, such as ...".
std::string wanted_text(const option& o);

}  // namespace callbox::cli
