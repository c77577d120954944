// Returns the text of nodes for the codecs: a value as sent, a string without escapes.
#include <callbox/json.hpp>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace callbox {

namespace {

char32_t take_code_unit(const char*& at) {
    char32_t unit = 0;
    for (int i = 0; i < 4; ++i) unit = unit << 4 | static_cast<char32_t>(ascii::hex_value(*at++));
    return unit;
}

// 4HEXDIG, or a surrogate pair: 4HEXDIG "\u" 4HEXDIG
char32_t take_code_point(const char*& at) {
    const char32_t high = take_code_unit(at);
    if (high < 0xd800 || high > 0xdfff) return high;
    at += 2;
    const char32_t low = take_code_unit(at);
    return 0x10000 + ((high - 0xd800) << 10 | (low - 0xdc00));
}

// Replaces the escapes of RFC 8259, 7 with their characters. `to` may equal `at`, since no escape
// is shorter than its character. Requires: the parser has accepted the text.
char* unescaped(const char* at, const char* end, char* to) {
    while (at != end) {
        const char c = *at++;
        if (c != '\\') {
            *to++ = c;
            continue;
        }
        switch (const char letter = *at++; letter) {
        case 'b': *to++ = '\b'; break;
        case 'f': *to++ = '\f'; break;
        case 'n': *to++ = '\n'; break;
        case 'r': *to++ = '\r'; break;
        case 't': *to++ = '\t'; break;
        case 'u': to = utf8::encode(take_code_point(at), to); break;
        default: *to++ = letter;
        }
    }
    return to;
}

}  // namespace

std::string_view name_of(kind k) {
    constexpr std::array<std::string_view, 7> names{"null",   "boolean", "integer", "number",
                                                    "string", "array",   "object"};
    static_assert(static_cast<std::size_t>(kind::object) + 1 == names.size());
    return names[static_cast<std::size_t>(k)];
}

void document::resize(std::size_t nodes) {
    auto other = memory::make<node>(nodes, budget_);
    std::copy_n(nodes_.get(), std::min(nodes, nodes_size_), other.get());
    nodes_ = std::move(other);
    nodes_size_ = nodes;
    first_ = nodes_.get();
}

// Unescapes the string in place.
void value::unescape(document& d, node& n) {
    assert(n.type == kind::string);
    char* const first = d.text() + n.at;
    const char* const end = unescaped(first, first + n.length, first);
    n.length = static_cast<std::uint32_t>(end - first);
    n.escaped = false;
    n.rewritten = true;
}

std::optional<value> value::find(std::string_view name) const {
    if (!is(kind::object)) return std::nullopt;
    for (const auto each : members())
        if (each.name.text() == name) return each.value;
    return std::nullopt;
}

std::optional<json> json::parse(std::string text) {
    document whole(json_depth_limit, SIZE_MAX);
    if (!whole.parse(text)) return std::nullopt;
    json parsed;
    const std::string_view token = whole.root().token();
    parsed.text_ = token.size() == text.size() ? std::move(text) : std::string(token);
    return parsed;
}

}  // namespace callbox
