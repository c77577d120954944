// Wraps lines.
#include "text.hpp"

#include "base/ascii.hpp"
#include "names.hpp"
#include "openrpc/document_reader.hpp"

#include <callbox/type.hpp>

#include <algorithm>

namespace callbox::openrpc::generate {

std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text) line.push_back(ascii::is_control(c) ? ' ' : c);
    return line;
}

std::size_t end_of_literal(std::string_view code, std::size_t at) {
    for (++at; at < code.size() && code[at] != '"'; ++at)
        if (code[at] == '\\') ++at;
    return at;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t room) {
    std::vector<std::string> all;
    for (const std::string& whole : lines_of(text)) {
        std::string line = one_line(whole);
        line.erase(line.find_last_not_of(' ') + 1);
        const std::string margin(std::min(line.find_first_not_of(' '), line.size()), ' ');
        while (characters_of(line) > room) {
            std::size_t end = line.rfind(' ', room);
            if (end == std::string::npos || end <= margin.size())
                end = line.find(' ', margin.size() + 1);
            if (end == std::string::npos) break;
            all.push_back(line.substr(0, line.find_last_not_of(' ', end) + 1));
            line = margin + line.substr(line.find_first_not_of(' ', end));
        }
        all.push_back(std::move(line));
    }
    return all;
}

// A backslash at the end of a comment in C++ would make the next line one.
void append_comment(std::string& to, std::size_t indent, std::string_view mark,
                    std::string_view text) {
    for (const std::string& line : wrapped(text, columns_max - indent - mark.size() - 1)) {
        to.append(indent, ' ').append(mark).append(line.empty() ? "" : " ").append(line);
        to.append(mark == "//" && line.ends_with('\\') ? " .\n" : "\n");
    }
}

void append_list(std::string& to, const std::string& begin, const std::vector<std::string>& items,
                 std::string_view end) {
    std::string whole = begin + joined(items);
    if (items.empty() || whole.size() + end.size() <= columns_max) {
        to.append(whole).append(end).append("\n");
        return;
    }
    const std::string indent(begin.find_first_not_of(' ') + 4, ' ');
    to.append(begin, 0, begin.find_last_not_of(' ') + 1);
    std::size_t column = columns_max;  // the first item begins a line
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string piece = items[i] + (i + 1 < items.size() ? "," : std::string(end));
        const bool breaks = column + 1 + piece.size() > columns_max;
        to.append(breaks ? "\n" + indent : " ").append(piece);
        column = (breaks ? indent.size() : column + 1) + piece.size();
    }
    to.append("\n");
}

}  // namespace callbox::openrpc::generate
