// Texts that match a pattern.
#pragma once

#include <callbox/type.hpp>

#include <string>

namespace callbox::rpc {

// Returns the shortest text that matches the pattern of `range` and has its minimum length, if
// there is one of at most 4096 characters, else the shortest match; empty if nothing matches. Texts
// of different `nth` differ if the pattern's character classes allow it.
// Requires: `range` has a pattern.
std::string matching_text(const bounds& range, std::size_t nth);

}  // namespace callbox::rpc
