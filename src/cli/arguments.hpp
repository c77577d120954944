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
    bool is_positional = false;  // whatever is in it: it stood behind "--"
};

// Writes an array or an object to `out`. `described` is the server's OpenRPC document, nothing when
// it has none: it says which names and types the parameters of `method` have. A word for a string
// is taken as it is; a number, true and false as they are; all else as JSON. Where a string or
// something else may stand, and where nothing is known, what is JSON is JSON, all else a string.
//
// "name=value" is by name if the method has a parameter of that name, or if all words have that
// form. Positional words of a method that takes names only are given its names, in order.
//
// False when a word does not fit: `mistake` is then one line that names its parameter.
// Requires: there are words.
[[nodiscard]] bool write_params(bytes& out, std::string_view method,
                                std::span<const argument> words, std::optional<value> described,
                                std::string& mistake);

}  // namespace callbox::cli
