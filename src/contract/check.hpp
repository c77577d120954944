// check: what has changed between two OpenRPC documents.
#pragma once

#include "command.hpp"

#include <array>

namespace callbox::contract {

inline constexpr std::array check_flags{
    cli::flag{"--token-file", "FILE", "the path of a file with a token",
              "the token to send to every URL, in one line; else CALLBOX_TOKEN has it"},
};

// Lists the changes from the first document to the second, breaking ones first. Returns 0, or 1
// when one breaks clients, or 2 with a mistake when the words are wrong or a document is none.
int check(session& s);

}  // namespace callbox::contract
