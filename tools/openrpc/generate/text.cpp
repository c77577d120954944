// Splits text into lines and wraps them.
#include "text.hpp"

#include "base/ascii.hpp"
#include "base/visible.hpp"

#include <callbox/type.hpp>

#include <algorithm>

namespace callbox::openrpc::generate {

namespace {

// The position after the first `count` characters.
std::size_t place_after(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    for (; at < text.size() && count > 0; --count)
        for (++at; at < text.size() && (text[at] & 0xc0) == 0x80;) ++at;
    return at;
}

void append_wrapped(std::vector<std::string>& to, std::string_view line, std::size_t room) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string margin(indent > room / 2 ? 0 : indent, ' ');
    std::string_view rest = line.substr(indent);
    if (rest.empty()) return to.emplace_back(), void();
    while (true) {
        const std::size_t limit = place_after(rest, room - margin.size());
        std::size_t end = limit == rest.size() ? limit : rest.rfind(' ', limit);
        if (end == std::string_view::npos || end == 0) end = std::min(rest.find(' '), rest.size());
        const std::string_view part = rest.substr(0, end);
        std::string made = margin;
        to.push_back(made.append(part.substr(0, part.find_last_not_of(' ') + 1)));
        const std::size_t next = rest.find_first_not_of(' ', end);
        if (next == std::string_view::npos) return;
        rest = rest.substr(next);
    }
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        std::string_view line = ascii::take_until(text, '\n');
        while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

std::string one_line(std::string_view text) {
    std::string line;
    each_visible(
        text, [&](char c) { line.push_back(c); },
        [&](char32_t hidden) {
            if (hidden < 0x80 || hidden == no_character) line.push_back(' ');
            else line.append(escape_of(hidden).data(), 6);
        });
    return line;
}

std::string double_quoted(std::string_view text) {
    std::string made = "\"";
    each_visible(
        text,
        [&](char c) {
            if (c == '"' || c == '\\') made.push_back('\\');
            made.push_back(c);
        },
        [&](char32_t hidden) {
            if (hidden == '\n') made.append("\\n");
            else made.append(escape_of(hidden).data(), 6);
        });
    return made.append("\"");
}

std::vector<std::string> wrapped(const std::vector<std::string>& lines, std::size_t room) {
    std::vector<std::string> all;
    for (const std::string& line : lines) append_wrapped(all, line, room);
    return all;
}

std::size_t end_of_literal(std::string_view code, std::size_t at) {
    for (++at; at < code.size() && code[at] != '"'; ++at)
        if (code[at] == '\\') ++at;
    return at;
}

}  // namespace callbox::openrpc::generate
