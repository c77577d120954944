// openrpc --check: what has changed between two OpenRPC documents.
#pragma once

#include "command.hpp"

namespace callbox::cli {

// Its words are `--check FILE` or `--check=FILE`; "-" is standard input. Tells the changes since
// the document in FILE, those first that break clients; status 0, or 1 when one does, or 2 when the
// words are wrong or FILE is no such document.
int check_document(session& s);

}  // namespace callbox::cli
