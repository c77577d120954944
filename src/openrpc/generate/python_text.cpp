// Writes pieces of Python source.
#include "python_text.hpp"

#include "base/ascii.hpp"
#include "text.hpp"

#include <callbox/json.hpp>
#include <callbox/limits.hpp>
#include <callbox/type.hpp>

#include <algorithm>

namespace callbox::openrpc::generate::python_text {

namespace {

// The first brackets, and the commas right within them.
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

// For text between three quotes.
std::string escaped(std::string_view text) {
    std::string made;
    for (const char c : text) {
        if (c == '\\' || (c == '"' && made.ends_with("\"\""))) made.push_back('\\');
        made.push_back(c);
    }
    return made;
}

}  // namespace

std::string quoted(std::string_view text) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string made = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') made.append({'\\', c});
        else if (c == '\n') made.append("\\n");
        else if (!ascii::is_control(c)) made.push_back(c);
        else made.append({'\\', 'x', digits[(c >> 4) & 15], digits[c & 15]});
    }
    return made.append("\"");
}

std::string literal_of(std::string_view json) {
    std::string copy(json);
    document parsed(json_depth_limit, json.size() + 1);
    if (!parsed.parse(copy)) return "";
    switch (const value v = parsed.root(); v.type()) {
    case kind::null: return "None";
    case kind::boolean: return json == "true" ? "True" : "False";
    case kind::integer: return std::string(json);
    case kind::string: return quoted(v.text());
    default: return "";
    }
}

void append_line(std::string& to, std::size_t indent, std::string_view line) {
    const brackets found =
        indent + characters_of(line) > columns_max ? first_brackets(line) : brackets{};
    if (found.close == std::string_view::npos) {
        to.append(indent, ' ').append(line).append("\n");
        return;
    }
    const std::string_view inner = line.substr(found.open + 1, found.close - found.open - 1);
    to.append(indent, ' ').append(line.substr(0, found.open + 1)).append("\n");
    if (indent + 4 + characters_of(inner) <= columns_max) {
        to.append(indent + 4, ' ').append(inner).append("\n");
    } else {
        std::size_t begin = found.open + 1;
        for (const std::size_t comma : found.commas) {
            append_line(to, indent + 4, line.substr(begin, comma + 1 - begin));
            begin = comma + 2;
        }
        std::string last(line.substr(begin, found.close - begin));
        append_line(to, indent + 4, last.append(found.commas.empty() ? "" : ","));
    }
    append_line(to, indent, line.substr(found.close));
}

void append_docstring(std::string& to, std::size_t indent, std::string_view text) {
    const std::string margin(indent, ' ');
    const std::vector<std::string> lines = wrapped(escaped(text), columns_max - indent - 3);
    if (lines.empty()) return;
    to.append(margin).append("\"\"\"");
    const bool is_short = lines.size() == 1 && !lines[0].ends_with('"') &&
                          characters_of(lines[0]) + indent + 6 <= columns_max;
    for (const std::string& line : lines) {
        if (&line != lines.data() && !line.empty()) to.append(margin);
        to.append(line);
        if (!is_short) to.push_back('\n');
    }
    if (!is_short) to.append(margin);
    to.append("\"\"\"\n");
}

}  // namespace callbox::openrpc::generate::python_text
