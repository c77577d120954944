// A comparison as JSON, for programs.
#pragma once

#include "compare.hpp"

#include <callbox/bytes.hpp>

namespace callbox::openrpc {

// {"breaking":1,"others":0,"unlisted":0,"changes":[{"breaking":true,"method":"pay",
// "place":"parameter card.kind","change":"now required"}]}. A change of a type has "methods"
// instead of "method", one of the document's info neither; one of a whole method has no "place".
void append_json(bytes& out, const comparison& found);

}  // namespace callbox::openrpc
