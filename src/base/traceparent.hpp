// The traceparent field, which identifies the trace of a request.
#pragma once

#include <string_view>

namespace callbox {

// Whether the field's value is well-formed. Of future versions only the prefix that the standard
// guarantees is checked.
// traceparent = version "-" trace-id "-" parent-id "-" trace-flags    W3C Trace Context, 3.2.2
// version = 2HEXDIGLC, not "ff"; trace-id = 32HEXDIGLC and parent-id = 16HEXDIGLC, not all zero;
// trace-flags = 2HEXDIGLC. Later versions may continue after another "-".
constexpr bool is_traceparent(std::string_view value) {
    constexpr std::string_view form = "hh-hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh-hhhhhhhhhhhhhhhh-hh";
    if (value.size() < form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (std::string_view(form[i] == '-' ? "-" : "0123456789abcdef").find(value[i]) ==
            value.npos)
            return false;
    const std::string_view rest = value.substr(form.size());
    if (value.starts_with("ff") || value.substr(3, 32).find_first_not_of('0') == value.npos ||
        value.substr(36, 16).find_first_not_of('0') == value.npos)
        return false;
    return rest.empty() || (!value.starts_with("00") && rest.front() == '-');
}

}  // namespace callbox
