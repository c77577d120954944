// Reads scalars of JSON (RFC 8259) outside of a document, for comparison with known texts.
#pragma once

#include "base/ascii.hpp"
#include "json/number_scan.hpp"
#include "json/string_scan.hpp"

#include <callbox/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace callbox::rpc::fast {

inline void note(node& to, kind type, std::size_t at, std::size_t end) {
    const node made{.type = type, .escaped = false, .rewritten = false, .truth = false,
                    .at = static_cast<std::uint32_t>(at),
                    .length = static_cast<std::uint32_t>(end - at), .count = 1};
    std::memcpy(&to, &made, sizeof made);  // two stores; an assignment takes six
}

// Each of these reads a scalar at `at` and returns the position after it, or 0 to leave it to the
// parser. Requires: the last byte before `end` is a bracket, which ends any number.

// An integer, RFC 8259, 6. The text after it is compared with the pieces, which have no digit or
// fraction there.
[[gnu::always_inline]] inline std::size_t take_integer(const char* text, std::size_t at, node& to) {
    const std::size_t first = at;
    if (!ascii::is_digit(text[at]) && (text[at] != '-' || !ascii::is_digit(text[++at]))) return 0;
    if (text[at] == '0') ++at;
    else while (ascii::is_digit(text[++at])) {}
    note(to, kind::integer, first, at);
    return at;
}

// A string without escapes, RFC 8259, 7.
[[gnu::always_inline]] inline std::size_t take_string(const char* text, std::size_t at,
                                                      std::size_t end, node& to) {
    if (text[at] != '"') return 0;
    const char* const last = string_scan::end_of_run(text + at + 1, text + end);
    if (last == text + end || *last != '"') return 0;
    note(to, kind::string, at + 1, static_cast<std::size_t>(last - text));
    return to.at + to.length + 1;
}

[[gnu::noinline]] inline std::size_t take_boolean(const char* text, std::size_t at,
                                                  std::size_t end, node& to) {
    const std::string_view word = text[at] == 't' ? "true" : "false";
    if (!std::string_view(text + at, end - at).starts_with(word)) return 0;
    note(to, kind::boolean, at, at + word.size());
    to.truth = word[0] == 't';
    return at + word.size();
}

// Any number.
[[gnu::noinline]] inline std::size_t take_number(const char* text, std::size_t at, node& to) {
    const std::size_t integer = take_integer(text, at, to);
    const char* last = text + integer;
    if (integer == 0 || !number_scan::take_fraction(last)) return 0;
    const auto after = static_cast<std::size_t>(last - text);
    if (after != integer) note(to, kind::number, at, after);
    return after;
}

[[gnu::always_inline]] inline std::size_t take_scalar(kind type, const char* text, std::size_t at,
                                                      std::size_t end, node& to) {
    if (type == kind::integer) return take_integer(text, at, to);
    if (type == kind::string) return take_string(text, at, end, to);
    return type == kind::number ? take_number(text, at, to) : take_boolean(text, at, end, to);
}

}  // namespace callbox::rpc::fast
