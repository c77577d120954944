// Returns the values of nodes for the codecs: a value as sent, a string without escapes, numbers
// that are exact or correctly rounded, or nothing if out of range. Memory of the lists of a call.
#include <callbox/json.hpp>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "decimal.hpp"

namespace callbox {

namespace {

constexpr std::size_t block_bytes = 16 << 10;

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

// from_chars reports an error for a minus sign if Integer is unsigned.
template <class Integer> std::optional<Integer> integer_of(std::string_view token) {
    Integer number{};
    const auto result = std::from_chars(token.data(), token.data() + token.size(), number);
    if (result.ec != std::errc{}) return std::nullopt;
    assert(result.ptr == token.data() + token.size());
    return number;
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

std::optional<std::int64_t> value::long_int64() const {
    return integer_of<std::int64_t>(plain_text());
}

std::optional<std::uint64_t> value::as_uint64() const {
    assert(is(kind::integer));
    const std::string_view digits = plain_text();
    return digits == "-0" ? 0 : integer_of<std::uint64_t>(digits);
}

std::optional<double> value::as_double() const {
    assert(is(kind::integer) || is(kind::number));
    return parse_double(plain_text());
}

std::optional<float> value::as_float() const {
    assert(is(kind::integer) || is(kind::number));
    return parse_float(plain_text());
}

// Keeps the first block: similar calls then allocate nothing.
void arena::give_back() {
    blocks_.resize(1);
    at_ = blocks_.front().get();
    left_ = block_bytes;
}

void* arena::take(std::size_t count, std::size_t size, std::size_t alignment) {
    if (count > (SIZE_MAX - alignment) / size) throw std::bad_alloc();
    void* at = at_;
    if (at == nullptr || std::align(alignment, count * size, at, left_) == nullptr) {
        const std::size_t wanted = count * size + alignment;
        const std::size_t bytes = blocks_.empty() ? block_bytes : std::max(wanted, block_bytes);
        blocks_.push_back(memory::make<std::byte>(bytes, budget_));
        at_ = blocks_.back().get();
        left_ = bytes;
        return take(count, size, alignment);
    }
    at_ = static_cast<std::byte*>(at) + count * size;
    left_ -= count * size;
    return at;
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
