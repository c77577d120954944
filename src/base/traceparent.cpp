// Validates traceparent fields for site/route: methods see only well-formed ones.
#include "traceparent.hpp"

#include <cstddef>

namespace callbox {

namespace {

constexpr std::size_t length_00 = 55;  // 2 + 1 + 32 + 1 + 16 + 1 + 2

bool is_zero(std::string_view digits) { return digits.find_first_not_of('0') == digits.npos; }

// HEXDIGLC = DIGIT / "a" / "b" / "c" / "d" / "e" / "f"
bool is_hex(std::string_view digits) {
    return digits.find_first_not_of("0123456789abcdef") == digits.npos;
}

}  // namespace

// traceparent = version "-" trace-id "-" parent-id "-" trace-flags    W3C Trace Context, 3.2.2
// version = 2HEXDIGLC, not "ff"; trace-id = 32HEXDIGLC and parent-id = 16HEXDIGLC, not all zero;
// trace-flags = 2HEXDIGLC. Later versions may continue after another "-".
bool is_traceparent(std::string_view value) {
    if (value.size() < length_00) return false;
    const std::string_view version = value.substr(0, 2);
    const std::string_view trace = value.substr(3, 32);
    const std::string_view parent = value.substr(36, 16);
    const std::string_view rest = value.substr(length_00);
    if (value[2] != '-' || value[35] != '-' || value[52] != '-') return false;
    if (!is_hex(version) || version == "ff" || !is_hex(value.substr(53, 2))) return false;
    if (!is_hex(trace) || is_zero(trace) || !is_hex(parent) || is_zero(parent)) return false;
    return rest.empty() || (version != "00" && rest.front() == '-');
}

}  // namespace callbox
