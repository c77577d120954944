// openrpc --check: what has changed between two OpenRPC documents.
#pragma once

#include "command.hpp"

#include <string_view>

namespace callbox::cli {

// Lists the changes since the document in the file `name`, "-" for standard input, breaking ones
// first. Returns 0, or 1 when one breaks clients, or 2 when the file has no such document.
int check_document(session& s, std::string_view name);

}  // namespace callbox::cli
