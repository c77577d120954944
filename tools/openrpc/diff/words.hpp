// Describes schemas in words.
#pragma once

#include "contract.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

// A name in a place: as it is, or in quotes if it has other characters than letters, digits, _, $
// and -.
std::string plain(std::string_view name);
// The step to a member: ".kind", or "[\"a b\"]".
std::string member_step(std::string_view name);

// The shapes of each kind. Integers count as numbers.
using shapes = std::array<std::vector<const contract::shape*>, contract::kinds.size()>;

// Collects the shapes of a schema and its alternatives. False if there are too many.
[[nodiscard]] bool flatten(const contract::schema& from, shapes& out);

// "integer or null", "any JSON".
std::string kind_words(const shapes& all);
// As kind_words(), with the elements of arrays: "array of string".
std::string type_words(const contract::schema& of);
// "integer from 0 to 255", "any number".
std::string range_words(const contract::shape& s);
// "at most 64 characters"; without a unit, "at most 64".
std::string count_words(const contract::shape& s, std::string_view unit);

}  // namespace callbox::openrpc
