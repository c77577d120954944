// Lines of TypeScript as prettier would break them, and comments that nothing escapes from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

// `flat` behind an indent of so many blanks: one line or, where it is longer than 100 columns, more
// of them, broken at arrows, alternatives and brackets. No line end behind the last.
std::string laid_out(std::string_view flat, std::size_t indent);

// Lines of a comment: what would end it, or be a tag, is escaped.
std::vector<std::string> doc_lines(std::string_view doc);

// "/** ... */" of these lines and a line end, wrapped; nothing if there are no lines.
std::string doc_comment(const std::vector<std::string>& lines, std::size_t indent);

// The name of a property: itself, or a literal. In an object literal "__proto__" is no name.
std::string ts_property(std::string_view name);
std::string ts_key(std::string_view name);

}  // namespace callbox::openrpc::generate
