// The traceparent field, which identifies the trace of a request.
#pragma once

#include <string_view>

namespace callbox {

// Whether the field's value is well-formed (W3C Trace Context, 3.2). Of future versions only the
// prefix that the standard guarantees is checked.
bool is_traceparent(std::string_view value);

}  // namespace callbox
