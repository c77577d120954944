// Pieces of TypeScript source, with lines broken as by prettier.
#pragma once

#include "code.hpp"
#include "model.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate::typescript {

// The text as a literal.
code literal(std::string_view text);
// A value of a choice as a literal. An integer beyond 2^53 is a bigint.
code literal(const scalar& value);

// The name of a property, as an identifier or a literal. key() is for object literals, where
// "__proto__" is not an ordinary name.
code property(std::string_view name);
code key(std::string_view name);

// A part of a comment: text of any number of lines, after an optional tag such as "@param ". Text
// that would end the comment or be read as a tag is escaped.
struct doc_part {
    constant tag = "";
    std::string text = {};
};

// A wrapped "/** ... */" comment of these parts and a line end; empty if there is no text.
code doc_comment(const std::vector<doc_part>& parts, std::size_t indent);

// `flat`, indented: one line or, if that is longer than 100 columns, several, broken at arrows,
// alternatives and brackets. No line end after the last.
code laid_out(const code& flat, std::size_t indent);

}  // namespace callbox::openrpc::generate::typescript
