// Parses and checks what the server sent, with nothing that the server itself uses.
#pragma once

#include "shown.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wire {

using support::shown;

// One answer (RFC 9112, 4). Field names are in lower case.
struct answer {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> fields;
    std::string body;

    // Null when there is no such field. `name` in any case.
    const std::string* field(std::string_view name) const;
};

enum class taken { more, bad, done };

// Takes the first answer off the front of `bytes`: `more` when it is not complete (nothing is
// taken), `bad` when it is no answer, or lacks what every answer of callbox has; `fault` says what.
// `to_head`: no body follows, whatever the length says.
taken take_answer(std::string& bytes, bool to_head, answer& out, std::string& fault);

// Whether `text` is `pattern`, in which "..." stands for any bytes, none included.
bool is_like(std::string_view text, std::string_view pattern);

// One JSON text of RFC 8259 in valid UTF-8 and nothing else.
bool is_json(std::string_view text);

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7).
bool is_fixdate(std::string_view text);

}  // namespace wire
