// Writes pieces of Python source.
#include "python_text.hpp"

#include "base/visible.hpp"
#include "escaped.hpp"
#include "text.hpp"

#include <callbox/type.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace callbox::openrpc::generate::python {

namespace {

// The first brackets and the commas directly inside them.
struct brackets {
    std::size_t open = std::string_view::npos;
    std::vector<std::size_t> commas = {};
    std::size_t close = std::string_view::npos;
};

brackets first_brackets(std::string_view line) {
    brackets found;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"') i = end_of_literal(line, i);
        if (c == '(' || c == '[' || c == '{') {
            if (depth++ == 0) found.open = i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth == 0 || --depth > 0) continue;
            found.close = i;
            if (i > found.open + 1) return found;
            found = {};
        } else if (c == ',' && depth == 1) {
            found.commas.push_back(i);
        }
    }
    return {};
}

// Escapes a line of a docstring so it cannot contain three quotes.
std::string docstring_line(std::string_view text) {
    std::string made;
    each_visible(
        text,
        [&](char c) {
            if (c == '\\' || (c == '"' && made.ends_with("\"\""))) made.push_back('\\');
            made.push_back(c);
        },
        [&](char32_t hidden) {
            if (hidden < 0x80 || hidden == no_character) made.push_back(' ');
            else made.append(escape_of(hidden).data(), 6);
        });
    return made;
}

std::vector<std::string> each_line(std::string_view text,
                                   std::string (*made_of)(std::string_view)) {
    std::vector<std::string> lines = lines_of(text);
    std::ranges::transform(lines, lines.begin(), made_of);
    return lines;
}

void append_broken(code& to, std::size_t indent, std::string_view line) {
    const brackets found =
        indent + characters_of(line) > columns_max ? first_brackets(line) : brackets{};
    if (found.close == std::string_view::npos) {
        escaped::append(to += blanks(indent), line);
        to += "\n";
        return;
    }
    const std::string_view inner = line.substr(found.open + 1, found.close - found.open - 1);
    escaped::append(to += blanks(indent), line.substr(0, found.open + 1));
    to += "\n";
    if (indent + 4 + characters_of(inner) <= columns_max) {
        escaped::append(to += blanks(indent + 4), inner);
        to += "\n";
    } else {
        std::size_t begin = found.open + 1;
        for (const std::size_t comma : found.commas) {
            append_broken(to, indent + 4, line.substr(begin, comma + 1 - begin));
            begin = comma + 2;
        }
        std::string last(line.substr(begin, found.close - begin));
        append_broken(to, indent + 4, last.append(found.commas.empty() ? "" : ","));
    }
    append_broken(to, indent, line.substr(found.close));
}

}  // namespace

code literal(std::string_view text) { return escaped::make(double_quoted(text)); }

code literal(const scalar& value) {
    switch (value.kind) {
    case kind::null: return code("None");
    case kind::boolean: return code(pick(value.text == "true", "True", "False"));
    case kind::string: return literal(value.text);
    default: return escaped::make(value.text);  // an integer of JSON
    }
}

void append_line(code& to, std::size_t indent, const code& line) {
    append_broken(to, indent, line.view());
}

void append_comment(code& to, std::size_t indent, std::string_view text) {
    for (const std::string& line : wrapped(each_line(text, one_line), columns_max - indent - 2)) {
        escaped::append(to += blanks(indent), line.empty() ? "#" : "# ");
        escaped::append(to, line);
        to += "\n";
    }
}

bool append_docstring(code& to, std::size_t indent, std::string_view text) {
    const code margin = blanks(indent);
    const std::vector<std::string> lines =
        wrapped(each_line(text, docstring_line), columns_max - indent - 3);
    if (lines.empty()) return false;
    to += margin + "\"\"\"";
    const bool is_short = lines.size() == 1 && !lines[0].ends_with('"') &&
                          characters_of(lines[0]) + indent + 6 <= columns_max;
    for (const std::string& line : lines) {
        if (&line != lines.data() && !line.empty()) to += margin;
        escaped::append(to, line);
        if (!is_short) to += "\n";
    }
    if (!is_short) to += margin;
    to += "\"\"\"\n";
    return true;
}

std::string sentence(std::string_view text) {
    const std::vector<std::string> lines = lines_of(text);
    const bool is_open =
        lines.size() == 1 && std::string_view(".!?").find(lines[0].back()) == std::string::npos;
    return is_open ? lines[0] + "." : std::string(text);
}

std::string entry_of(std::string_view name, std::string_view text) {
    std::string made(name);
    if (!text.empty()) made.append(": ").append(text);
    return made;
}

void append_entry(std::string& to, std::string_view entry) {
    std::string_view margin;
    for (const std::string& line : lines_of(entry)) {
        to.append(margin).append(line).append("\n");
        margin = "    ";
    }
}

}  // namespace callbox::openrpc::generate::python
