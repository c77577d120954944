// Writes pieces of TypeScript source and breaks long lines.
#include "typescript_text.hpp"

#include "base/ascii.hpp"
#include "base/visible.hpp"
#include "escaped.hpp"
#include "names.hpp"
#include "text.hpp"

#include <algorithm>

namespace callbox::openrpc::generate::typescript {

namespace {

constexpr auto none = std::string_view::npos;

std::string broken(std::string_view flat, std::size_t indent);

// Positions where code can be broken, outside strings and inner brackets.
struct outline {
    std::size_t arrow = none;      // the last "=> "
    std::size_t union_begin = none;  // after the ": " or "= " before alternatives
    std::size_t open = none;       // the last brackets that are not empty
    std::size_t close = none;
    std::vector<std::size_t> separators = {};  // "," and ";"
    std::vector<std::size_t> bars = {};        // " | "
};

outline outline_of(std::string_view code) {
    outline found;
    std::size_t depth = 0;
    std::size_t open = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i];
        const std::string_view rest = code.substr(i);
        if (c == '"') {
            i = end_of_literal(code, i);
        } else if (c == '(' || c == '[' || c == '{') {
            if (depth++ == 0) open = i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (--depth == 0 && i > open + 1) found.open = open, found.close = i;
        } else if (depth == 0) {
            if (rest.starts_with("=> ")) found.arrow = i;
            if (rest.starts_with(" | ")) found.bars.push_back(i);
            if (c == ',' || c == ';') found.separators.push_back(i);
            const bool begins = rest.starts_with(": ") || rest.starts_with("= ");
            if (begins && found.bars.empty()) found.union_begin = i + 2;
        }
    }
    return found;
}

std::vector<std::string> split(std::string_view code, const std::vector<std::size_t>& at,
                               std::size_t width) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (const std::size_t end : at) {
        parts.emplace_back(ascii::trimmed(code.substr(begin, end - begin)));
        begin = end + width;
    }
    parts.emplace_back(ascii::trimmed(code.substr(begin)));
    if (parts.back().empty()) parts.pop_back();
    return parts;
}

std::string broken_union(std::string_view code, const outline& o, std::size_t indent) {
    const std::string lead(indent, ' ');
    std::string out = lead;
    out.append(code.substr(0, o.union_begin - 1));
    std::vector<std::size_t> bars;
    for (const std::size_t bar : o.bars) bars.push_back(bar - o.union_begin);
    for (const std::string& part : split(code.substr(o.union_begin), bars, 3))
        out.append("\n").append(lead).append("  | ").append(part);
    return out;
}

bool is_literal(std::string_view item) {
    return !item.empty() && (item.front() == '{' || item.front() == '[') &&
           (item.back() == '}' || item.back() == ']') && outline_of(item).open == 0;
}

// The last of several arguments may be broken alone if it is an object or array literal and the one
// before it is not of the same kind; so may the type of a single parameter.
std::size_t end_of_head(const std::vector<std::string>& items) {
    const std::string& last = items.back();
    const std::size_t count = items.size();
    if (is_literal(last)) {
        const bool is_alike = count > 1 && items[count - 2].front() == last.front();
        return is_alike ? none : 0;
    }
    const std::size_t typed = last.find(": {");
    const outline o = outline_of(last);
    const bool is_typed = typed != none && o.open == typed + 2 && o.close == last.size() - 1;
    return count == 1 && is_typed ? typed + 2 : none;
}

std::string broken_brackets(std::string_view code, const outline& o, std::size_t indent) {
    const std::string lead(indent, ' ');
    const std::string_view content = code.substr(o.open + 1, o.close - o.open - 1);
    const std::vector<std::size_t> at = outline_of(content).separators;
    const std::vector<std::string> items = split(content, at, 1);
    const bool is_type = !at.empty() && content[at.front()] == ';';
    const bool is_group = code.substr(o.close).starts_with(")[]");  // of the elements' type
    if (const std::size_t inner = end_of_head(items); code[o.open] == '(' && inner != none) {
        const std::size_t open = o.open + 1 + content.rfind(items.back()) + inner;
        const std::size_t close = o.open + content.find_last_not_of(' ') + 1;
        if (indent + open + 1 <= columns_max)
            return broken_brackets(code, {.open = open, .close = close}, indent);
    }
    std::string out = lead;
    out.append(code.substr(0, o.open + 1)).append("\n");
    for (const std::string& item : items)
        out.append(broken(item + (is_group ? "" : is_type ? ";" : ","), indent + 2)).append("\n");
    return out.append(lead).append(code.substr(o.close));
}

// The body stays on the line of the arrow if that line ends broken parameters.
std::string broken_arrow(std::string_view code, std::size_t arrow, std::size_t indent) {
    const std::string head = broken(code.substr(0, arrow + 2), indent);
    const std::string_view body = code.substr(arrow + 3);
    const std::size_t last = head.rfind('\n');
    if (last != none && head.size() - last + body.size() <= columns_max)
        return head + " " + std::string(body);
    return head + "\n" + broken(body, indent + 2);
}

std::string broken(std::string_view flat, std::size_t indent) {
    std::string line(indent, ' ');
    line.append(flat);
    if (line.size() <= columns_max) return line;
    const outline o = outline_of(flat);
    if (o.arrow != none) return broken_arrow(flat, o.arrow, indent);
    if (!o.bars.empty() && o.union_begin != none) return broken_union(flat, o, indent);
    if (o.open != none) return broken_brackets(flat, o, indent);
    return line;
}

// A line of a comment. "*/" would end the comment, "@" at the start of a word would be a tag.
std::string comment_line(std::string_view text) {
    std::string line;
    for (const char c : one_line(text)) {
        const bool is_tag = c == '@' && (line.empty() || line.back() == ' ');
        const bool is_end = c == '/' && line.ends_with('*');
        if (is_tag || is_end) line.push_back('\\');
        line.push_back(c);
    }
    return line.erase(line.find_last_not_of(' ') + 1);
}

// Continuation lines of a tag are indented.
std::vector<std::string> comment_lines(const std::vector<doc_part>& parts) {
    std::vector<std::string> all;
    for (const doc_part& part : parts) {
        const std::string_view tag = part.tag.view();
        const std::vector<std::string> lines = lines_of(part.text);
        const bool is_alone = lines.empty() && !tag.empty();
        if (is_alone) all.emplace_back(tag.substr(0, tag.find(' ')));
        for (const std::string& each : lines) {
            const std::string line = comment_line(each);
            const bool is_first = &each == lines.data();
            const bool is_more = !is_first && !tag.empty() && !line.empty();
            all.push_back(std::string(is_first ? tag : is_more ? "  " : "") + line);
        }
    }
    return all;
}

}  // namespace

// UnicodeEscapeSequence for hidden characters.                                ECMA-262, 12.9.4
code literal(std::string_view text) { return escaped::make(double_quoted(text)); }

code literal(const scalar& value) {
    if (value.kind == kind::string) return literal(value.text);
    std::string json = value.text;
    if (value.kind != kind::integer) return escaped::make(std::move(json));
    const std::size_t digits = json.size() - (json.starts_with('-') ? 1 : 0);
    const bool is_beyond =
        digits > 16 || (digits == 16 && json.substr(json.size() - 16) > "9007199254740991");
    return escaped::make(json + (is_beyond ? "n" : ""));
}

code property(std::string_view name) {
    return is_identifier(name) ? escaped::make(std::string(name)) : literal(name);
}

code key(std::string_view name) {
    return name == "__proto__" ? code("[\"__proto__\"]") : property(name);
}

code doc_comment(const std::vector<doc_part>& parts, std::size_t indent) {
    const std::vector<std::string> lines = comment_lines(parts);
    const std::string lead(indent, ' ');
    if (lines.empty()) return {};
    if (lines.size() == 1 && indent + lines[0].size() + 7 <= columns_max)
        return escaped::make(lead + "/** " + lines[0] + " */\n");
    std::string out = lead + "/**\n";
    for (const std::string& line : wrapped(lines, columns_max - indent - 3))
        out.append(lead).append(line.empty() ? " *" : " * ").append(line).append("\n");
    return escaped::make(out.append(lead).append(" */\n"));
}

code laid_out(const code& flat, std::size_t indent) {
    return escaped::make(broken(flat.view(), indent));
}

}  // namespace callbox::openrpc::generate::typescript
