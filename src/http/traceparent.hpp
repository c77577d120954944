// The field that names the trace a request belongs to.
#pragma once

#include <string_view>

namespace callbox::http {

// Whether the field's value is as W3C Trace Context, 3.2 says; of versions to come, whether it
// begins as theirs will.
bool is_traceparent(std::string_view value);

}  // namespace callbox::http
