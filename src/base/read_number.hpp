// Parses integers.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace callbox {

// number = 1*DIGIT, in the given base. Returns nothing for other text or if T overflows.
template <class T> std::optional<T> read_number(std::string_view digits, int base = 10) {
    T number{};
    const char* const end = digits.data() + digits.size();
    const auto [at, problem] = std::from_chars(digits.data(), end, number, base);
    if (digits.starts_with('-') || problem != std::errc{} || at != end) return std::nullopt;
    return number;
}

}  // namespace callbox
