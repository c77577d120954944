// The words of `call` behind the method, as the params of a request.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace callbox::cli {

struct argument {
    std::string_view text;
    bool is_positional = false;  // whatever it holds: it stood behind "--"
};

// Writes an array or an object to `out`. `described` is the server's OpenRPC document, nothing when
// it has none: it says which names and types the parameters of `method` have. Takes a word for a
// string as it is, for any other type as JSON. Where a string or another type may stand, and where
// nothing is known, takes what is JSON as JSON, and any other word as a string.
//
// "name=value" is by name if the method has a parameter of that name, or if all words have that
// form. Positional words for a method that takes names only get its names, in order.
//
// False when a word does not fit: `error` is then one line that names its parameter.
// Requires: there are words.
[[nodiscard]] bool write_params(bytes& out, std::string_view method,
                                std::span<const argument> words, std::optional<value> described,
                                std::string& error);

}  // namespace callbox::cli
