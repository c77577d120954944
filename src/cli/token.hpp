// The token that a client sends.
#pragma once

#include <string>

namespace callbox::cli {

// Reads the token from `file`, or from the environment if `file` is empty; never from the command
// line, which all users can read. The variable is that of an option "token" (cli/options):
// FLEET_TOKEN of a program "fleet" before CALLBOX_TOKEN. Leaves `token` empty if neither is set.
// False if the text is not a token: `error` is then one line, which never contains it.
[[nodiscard]] bool read_token(std::string_view file, const char* const* environment,
                              std::string& token, std::string& error,
                              std::string_view program = {});

// Appended to "the server answered 401": how to pass a token.
std::string token_advice(bool had_token, std::string_view program = {});

}  // namespace callbox::cli
