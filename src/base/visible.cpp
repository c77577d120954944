#include "visible.hpp"

namespace callbox {

std::string visible(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    each_visible(
        text, [&](char c) { line.push_back(c); }, [&](char32_t) { line.push_back('?'); });
    return line;
}

// The only C0 control characters in JSON are white space outside strings.
void append_visible_json(bytes& out, std::string_view json) {
    const auto hide = [&](char32_t hidden) {
        if (hidden == '\n' || hidden == '\t') return out.append(static_cast<char>(hidden));
        if (hidden == '\r') return out.append(' ');
        const auto escape = escape_of(hidden);
        out.append({escape.data(), escape.size()});
    };
    each_visible(json, [&](char c) { out.append(c); }, hide);
}

}  // namespace callbox
