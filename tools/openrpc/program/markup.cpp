// Escapes text for GitHub Actions and Markdown.
#include "markup.hpp"

#include <algorithm>
#include <cstddef>

namespace callbox::program {

namespace {

// "%" is "%25", a line feed "%0A"            GitHub Actions, toolkit: core/src/command.ts
std::string percent_encoded(std::string_view text, std::string_view special) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        if (special.find(c) == std::string_view::npos) {
            out += c;
            continue;
        }
        out += '%';
        out += hex[static_cast<std::size_t>(c >> 4 & 15)];
        out += hex[static_cast<std::size_t>(c & 15)];
    }
    return out;
}

}  // namespace

workflow_text workflow_text::message(std::string_view text) {
    return workflow_text(percent_encoded(text, "%\r\n"));
}

workflow_text workflow_text::value(std::string_view text) {
    return workflow_text(percent_encoded(text, "%\r\n:,"));
}

// The delimiters are longer than any run of backticks in the text; one space on each side is not
// part of it.                                                              CommonMark, 6.1
code_span::code_span(std::string_view text) {
    std::size_t longest = 0, run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const auto is_trimmed = [](char c) { return c == '`' || c == ' '; };
    const std::string fence(longest + 1, '`');
    const std::string blank(is_trimmed(text.front()) || is_trimmed(text.back()) ? " " : "");
    text_.append(fence).append(blank).append(text).append(blank).append(fence);
}

}  // namespace callbox::program
