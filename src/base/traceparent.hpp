// The field that names the trace of a request.
#pragma once

#include <string_view>

namespace callbox {

// Whether the field's value is well-formed by W3C Trace Context, 3.2; for future versions, whether
// it begins as theirs will.
bool is_traceparent(std::string_view value);

}  // namespace callbox
