// Pieces of TypeScript, and its lines as prettier would break them.
#pragma once

#include "code.hpp"
#include "model.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate::typescript_text {

// A text as a literal.
code literal(std::string_view text);
// A choice's value as a literal. An integer beyond 2^53 is a bigint.
code literal(const scalar& value);

// The name of a property: itself, or a literal. In an object literal "__proto__" is not a name.
code property(std::string_view name);
code key(std::string_view name);

// A part of a comment: text of several lines, after a tag such as "@param " if it has one. The
// comment escapes what would end it, or be another tag.
struct doc_part {
    constant tag = "";
    std::string text = {};
};

// "/** ... */" of these parts and a line end, wrapped; nothing if there is no text.
code doc_comment(const std::vector<doc_part>& parts, std::size_t indent);

// `flat` after an indent of so many blanks: one line or, where it is longer than 100 columns, more
// of them, broken at arrows, alternatives and brackets. No line end after the last.
code laid_out(const code& flat, std::size_t indent);

}  // namespace callbox::openrpc::generate::typescript_text
