// Reads a token from a file or an environment variable.
#include "token.hpp"

#include "base/ascii.hpp"
#include "options.hpp"
#include "site/tokens.hpp"
#include "system/file.hpp"
#include "value.hpp"

#include <callbox/limits.hpp>

namespace callbox::cli {

bool read_token(std::string_view file, const char* const* environment, std::string& token,
                std::string& error, std::string_view program) {
    std::string from;
    if (file.empty()) {
        token = option_variable(environment, program, "token", from);
        if (token.empty()) return true;
    } else {
        from = "the token file " + std::string(file);
        std::string text;
        error = system::read_secret(std::string(file), token_file_bytes_max, text);
        if (!error.empty()) return refuse(error, from + ": " + error);
        std::string_view rest = text;
        std::string_view line = ascii::take_until(rest, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (rest.empty()) token = line;
    }
    if (site::is_token(token)) return true;
    return refuse(error,
                  from + ": expected a token of 16 to 256 characters on a single line");
}

// The server's message names a header field; a command line has a flag and a variable instead.
std::string token_advice(bool had_token, std::string_view program) {
    const std::string variable = variable_name(program, "token");
    return had_token ? ": the token of --token-file or " + variable + " was rejected"
                     : ": pass --token-file or set " + variable;
}

}  // namespace callbox::cli
