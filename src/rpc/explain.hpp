// Explains the violations of a call: the error object of -32602.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

// The call with the violations.
struct refused_call {
    const table& methods;
    const row& method;
    document& text;
    std::uint32_t params;        // the node of params; 0 if there are none
    unsigned& suggestions_left;  // for its message; counted down
};

// Writes the members of an error object: code, message (the first violation in one sentence, or all
// of them, one per line, with "did you mean") and data (all of them). Requires: `all` is not empty.
void write_invalid_params(writer& to, const refused_call& call, std::span<const violation> all,
                          bool all_in_message = false);

}  // namespace callbox::rpc
