// Validates traceparent fields for site/route: methods see only well-formed ones.
#include "traceparent.hpp"

#include <cstddef>

namespace callbox {

namespace {

bool is_zero(std::string_view digits) { return digits.find_first_not_of('0') == digits.npos; }

}  // namespace

// traceparent = version "-" trace-id "-" parent-id "-" trace-flags    W3C Trace Context, 3.2.2
// version = 2HEXDIGLC, not "ff"; trace-id = 32HEXDIGLC and parent-id = 16HEXDIGLC, not all zero;
// trace-flags = 2HEXDIGLC. Later versions may continue after another "-".
bool is_traceparent(std::string_view value) {
    constexpr std::string_view form = "hh-hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh-hhhhhhhhhhhhhhhh-hh";
    constexpr std::string_view hexdiglc = "0123456789abcdef";
    if (value.size() < form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == '-' ? value[i] != '-' : hexdiglc.find(value[i]) == hexdiglc.npos)
            return false;
    const std::string_view version = value.substr(0, 2), rest = value.substr(form.size());
    if (version == "ff" || is_zero(value.substr(3, 32)) || is_zero(value.substr(36, 16)))
        return false;
    return rest.empty() || (version != "00" && rest.front() == '-');
}

}  // namespace callbox
