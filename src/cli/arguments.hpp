// The arguments of `call` after the method, as the params of a request.
#pragma once

#include <callbox/json.hpp>

namespace callbox::cli {

struct argument {
    std::string_view text;
    bool is_positional = false;  // it follows "--"
};

// Writes an array or an object to `out`. `described` is the server's OpenRPC document, if it has
// one: the source of the names and types of the parameters of `method`. A word is copied for a
// parameter of type string and parsed as JSON for any other type. If a parameter accepts strings
// and other types, or its type is unknown, a word is JSON if it is valid JSON, else a string.
//
// "name=value" passes by name if the method has a parameter of that name, or if all words have that
// form. If the method accepts parameters by name only, positional words get its names in order.
//
// False if a word does not fit its parameter: `error` is then one line that names the parameter.
// Requires: `words` is not empty.
[[nodiscard]] bool write_params(bytes& out, std::string_view method,
                                std::span<const argument> words, std::optional<value> described,
                                std::string& error);

}  // namespace callbox::cli
