// Texts that match a pattern.
#pragma once

#include <callbox/type.hpp>

#include <string>

namespace callbox::rpc {

// Returns the shortest text that matches the pattern of `range` and is within its length, if there
// is one of at most 4096 characters, else the shortest that matches. Texts of different `nth`
// differ, where the characters of a class allow it; empty if nothing matches.
// Requires: `range` has a pattern.
std::string matching_text(const bounds& range, std::size_t nth);

}  // namespace callbox::rpc
