// Wraps lines.
#include "text.hpp"

#include "names.hpp"

namespace callbox::openrpc::generate {

std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text) line.push_back(static_cast<unsigned char>(c) < ' ' ? ' ' : c);
    return line;
}

std::string joined(std::span<const std::string> all, std::string_view between) {
    std::string made;
    for (const std::string& each : all) {
        if (&each != all.data()) made.append(between);
        made.append(each);
    }
    return made;
}

std::size_t end_of_literal(std::string_view code, std::size_t at) {
    for (++at; at < code.size() && code[at] != '"'; ++at)
        if (code[at] == '\\') ++at;
    return at;
}

// A backslash at the end of a comment would make the next line one.
void text::comment(std::size_t depth, std::string_view what) {
    const std::string begin = std::string(4 * depth, ' ') + "//";
    for (const std::string& whole : lines_of(what)) {
        std::string source = one_line(whole);
        while (source.ends_with(' ')) source.pop_back();
        std::string_view rest = source;
        do {
            const std::size_t room = columns_max - begin.size() - 1;
            std::size_t end = rest.size();
            if (end > room) end = rest.rfind(' ', room);
            if (end == std::string_view::npos || end == 0)
                end = std::min(rest.find(' '), rest.size());
            const std::string_view line = rest.substr(0, end);
            text_.append(begin).append(line.empty() ? "" : " ").append(line);
            text_.append(line.ends_with('\\') ? " .\n" : "\n");
            rest.remove_prefix(end);
            while (rest.starts_with(' ')) rest.remove_prefix(1);
        } while (!rest.empty());
    }
}

void text::wrap(const std::string& begin, const std::vector<std::string>& items,
                std::string_view end) {
    std::string whole = begin;
    for (const std::string& each : items)
        whole.append(&each == items.data() ? "" : ", ").append(each);
    if (items.empty() || whole.size() + end.size() <= columns_max) {
        text_.append(whole).append(end).append("\n");
        return;
    }
    const std::string indent(begin.find_first_not_of(' ') + 4, ' ');
    std::string line = begin;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string piece = items[i] + (i + 1 < items.size() ? "," : std::string(end));
        const bool is_first = line == begin || line == indent;
        if (i == 0 || line.size() + piece.size() + 1 > columns_max) {
            text_.append(line, 0, line.find_last_not_of(' ') + 1).append("\n");
            line = indent;
            line.append(piece);
        } else {
            line.append(is_first ? "" : " ").append(piece);
        }
    }
    text_.append(line).append("\n");
}

}  // namespace callbox::openrpc::generate
