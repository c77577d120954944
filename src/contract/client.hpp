// client: a typed client from an OpenRPC document.
#pragma once

#include "check.hpp"
#include "cli/clients.hpp"

namespace callbox::contract {

inline constexpr std::array document_client_flags{cli::client_flags[0], cli::client_flags[1],
                                                  check_flags[0]};

// Prints a client of the document, and on standard error what could not be typed. Returns 0, or 2
// with a mistake when the words are wrong or the document is none.
int client(session& s);

}  // namespace callbox::contract
