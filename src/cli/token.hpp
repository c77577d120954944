// The token that a client sends.
#pragma once

#include <string>
#include <string_view>

namespace callbox::cli {

inline constexpr std::string_view token_variable = "CALLBOX_TOKEN";

// Reads it from `file`, else, where that is empty, from the environment: all users can read a
// command line. Leaves it empty when neither has one. False when it is none: `mistake` is then one
// line, which never repeats it.
[[nodiscard]] bool read_token(std::string_view file, const char* const* environment,
                              std::string& token, std::string& mistake);

// Behind "the server answered 401": where a token comes from.
std::string_view token_advice(bool had_token);

}  // namespace callbox::cli
