// Reading the options of `serve` from the environment and the command line.
#pragma once

#include "option.hpp"

#include <callbox/options.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::cli {

// `defaults`, over them what `environment` says ("NAME=value", ended by null; an empty value counts
// for none), over that the flags in `words`. What may be repeated is replaced as a whole, not added
// to. Nothing when a word or a variable is wrong: `mistake` is then one line that names
// it and what it takes. Variables that are no option's are not looked at.
std::optional<options> read_options(std::span<const char* const> words,
                                    const char* const* environment, std::string& mistake,
                                    const options& defaults = {});

// Whose value `call` sends as its token.
inline constexpr std::string_view token_variable = "CALLBOX_TOKEN";

// A line for each variable that begins with CALLBOX_ and that nothing here reads: most likely it is
// misspelt. Those that Kubernetes sets for a service of that name are left out.
std::vector<std::string> unknown_variables(const char* const* environment);

// The words that it takes, when they are few: "logfmt", "json".
std::span<const std::string_view> choices_of(const option& o);

// "--listen", "CALLBOX_LISTEN".
std::string flag_of(const option& o);
std::string variable_of(const option& o);

// Of an environment; empty where there is no such one.
std::string_view variable(const char* const* environment, std::string_view name);

// What its value is in `of`, as one would write it; empty for an empty list.
std::string value_text(const option& o, const options& of);

// What it takes, for somebody who gave something else: "a size from 64 to 1M, such as ...".
std::string wanted_text(const option& o);

}  // namespace callbox::cli
