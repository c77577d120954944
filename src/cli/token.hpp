// The token that a client sends.
#pragma once

#include <string>
#include <string_view>

namespace callbox::cli {

// Reads it from `file`, else, where that is empty, from the environment: all users can read a
// command line. The variable is that of an option "token" (cli/options): FLEET_TOKEN of a program
// "fleet" before CALLBOX_TOKEN. Leaves it empty if neither has one. False if it is not a token:
// `error` is then one line, which never repeats it.
[[nodiscard]] bool read_token(std::string_view file, const char* const* environment,
                              std::string& token, std::string& error,
                              std::string_view program = {});

// Follows "the server answered 401": where a token comes from.
std::string token_advice(bool had_token, std::string_view program = {});

}  // namespace callbox::cli
