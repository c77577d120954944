// openrpc --check: what has changed between two OpenRPC documents.
#pragma once

#include "command.hpp"

#include <string_view>

namespace callbox::cli {

// Tells the changes since the document in the file `name`, "-" for standard input, those first that
// break clients; status 0, or 1 when one does, or 2 when the file has no such document.
int check_document(session& s, std::string_view name);

}  // namespace callbox::cli
