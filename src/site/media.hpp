// What a body is said to be.
#pragma once

#include <string_view>

namespace callbox::site {

// Why a body of that Content-Type is not read as JSON, a clause for a person that says what to
// send; empty when it is. Empty is a type too: not saying what it is.
std::string_view why_not_json(std::string_view content_type);

}  // namespace callbox::site
