// Characters, words and numbers of the HTTP and JSON grammars: ASCII, independent of the locale.
#pragma once

#include <callbox/detail/text.hpp>

#include <charconv>
#include <optional>

namespace callbox::ascii {

using detail::hex_value;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// The signedness of char depends on the processor.
constexpr bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 0x7f;
}
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

// Whether `text` equals `lower`, ignoring case. Requires: `lower` has no upper-case letter.
constexpr bool is_word(std::string_view text, std::string_view lower) {
    if (text.size() != lower.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (to_lower(text[i]) != lower[i]) return false;
    return true;
}

// Whether `text` equals `word`. For names that every call compares: this compiles to a few integer
// comparisons, whereas == calls memcmp().
template <std::size_t N> constexpr bool is_same(std::string_view text, const char (&word)[N]) {
    if (text.size() != N - 1) return false;
    if (std::is_constant_evaluated()) return text == word;
    return __builtin_memcmp(text.data(), word, N - 1) == 0;
}

// Without leading and trailing spaces and tabs (OWS of RFC 9110, 5.6.3).
constexpr std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Removes the text up to and including the first `mark` from `rest` and returns it without the
// mark. Without a mark, removes all of `rest`.
constexpr std::string_view take_until(std::string_view& rest, char mark) {
    const std::size_t at = rest.find(mark);
    const std::string_view taken = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + 1);
    return taken;
}

// Whether a comma-separated list contains the word, ignoring case. Requires as is_word() does.
constexpr bool has_word(std::string_view list, std::string_view lower) {
    while (!list.empty())
        if (is_word(trimmed(take_until(list, ',')), lower)) return true;
    return false;
}

}  // namespace callbox::ascii

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
