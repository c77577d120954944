// In comes one JSON text, out go the notes about its values, or where and why it is none. One pass,
// recursive descent; nothing is converted: numbers and escapes wait until a codec asks for them.
#include <callbox/json.hpp>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "plain.hpp"

#include <algorithm>
#include <cassert>

namespace callbox {

constexpr const char* open_string = "the text ends within a string";

// Every rule takes the place where it begins and returns the place behind it, or null when the text
// is not of this rule: then the fault is noted. A place is never beyond end_.
class parser {
public:
    explicit parser(document& of);
    bool text();

private:
    using place = const char*;

    place value(place at);
    place object(place at);
    place array(place at);
    place string(place at);
    place string_rest(place first, place at);
    place escape(place at);
    place code_point(place at);
    place code_unit(place at, unsigned& unit);
    place number(place at);
    place fraction(place first, place at);
    place digits(place at);
    place literal(place at, std::string_view word, kind type);

    // The character there. At the end NUL, which no rule allows outside of strings.
    char peek(place at) const { return at != end_ ? *at : '\0'; }
    place skip_space(place at) const { return is_below_space(at) ? skip_all_space(at) : at; }
    bool is_below_space(place at) const {
        return at != end_ && static_cast<unsigned char>(*at) <= ' ';
    }
    [[gnu::noinline]] place skip_all_space(place at) const;
    place leave(std::uint32_t index, place behind);
    bool note(kind type, place at, place behind, bool flag = false);
    bool grow(place at);
    std::nullptr_t fail(const char* message, place at);
    std::nullptr_t fail_in_string(const char* message, place at);

    document& document_;
    const char* begin_;
    const char* end_;
    node* nodes_;
    std::uint32_t count_ = 0;
    std::uint32_t capacity_;  // of nodes_, and never more than allowed
    std::uint32_t depth_left_;
};

bool document::parse(std::span<char> text) {
    assert(depth_max_ <= json_depth_limit);
    text_ = text;
    scratch_.reset();
    if (text.size() > UINT32_MAX) {
        fault_ = {.message = "the text is too long: 4 GiB or more"};
        return false;
    }
    return parser(*this).text();
}

// The vector is always as long as what it has memory for; count_ tells how much of it is notes.
parser::parser(document& of)
    : document_(of),
      begin_(of.text_.data()),
      end_(of.text_.data() + of.text_.size()),
      nodes_(of.nodes_.data()),
      capacity_(static_cast<std::uint32_t>(std::min(of.nodes_.size(), of.nodes_max_))),
      depth_left_(static_cast<std::uint32_t>(of.depth_max_)) {}

// JSON-text = ws value ws                                          RFC 8259, 2
bool parser::text() {
    place at = value(skip_space(begin_));
    if (at == nullptr) return false;
    at = skip_space(at);
    if (at != end_) fail("expected nothing behind the value", at);
    return at == end_;
}

// value = false / null / true / object / array / number / string   RFC 8259, 3
parser::place parser::value(place at) {
    switch (peek(at)) {
    case '"': return string(at);
    case '{': return object(at);
    case '[': return array(at);
    case 't': return literal(at, "true", kind::boolean);
    case 'f': return literal(at, "false", kind::boolean);
    case 'n': return literal(at, "null", kind::null);
    case '-':
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9': return number(at);
    default: return fail("expected a value", at);
    }
}

// object = begin-object [ member *( value-separator member ) ] end-object
// member = string name-separator value                             RFC 8259, 4
parser::place parser::object(place at) {
    const std::uint32_t index = count_;
    if (depth_left_ == 0) return fail("nested deeper than json_depth_max", at);
    if (!note(kind::object, at, at)) return nullptr;
    --depth_left_;
    at = skip_space(at + 1);
    if (peek(at) == '}') return leave(index, at + 1);
    for (;;) {
        if (peek(at) != '"') return fail("expected a name in double quotes", at);
        if ((at = string(at)) == nullptr) return nullptr;
        at = skip_space(at);
        if (peek(at) != ':') return fail("expected ':'", at);
        if ((at = value(skip_space(at + 1))) == nullptr) return nullptr;
        at = skip_space(at);
        if (peek(at) == '}') return leave(index, at + 1);
        if (peek(at) != ',') return fail("expected ',' or '}'", at);
        at = skip_space(at + 1);
    }
}

// array = begin-array [ value *( value-separator value ) ] end-array
//                                                                  RFC 8259, 5
parser::place parser::array(place at) {
    const std::uint32_t index = count_;
    if (depth_left_ == 0) return fail("nested deeper than json_depth_max", at);
    if (!note(kind::array, at, at)) return nullptr;
    --depth_left_;
    at = skip_space(at + 1);
    if (peek(at) == ']') return leave(index, at + 1);
    for (;;) {
        if ((at = value(at)) == nullptr) return nullptr;
        at = skip_space(at);
        if (peek(at) == ']') return leave(index, at + 1);
        if (peek(at) != ',') return fail("expected ',' or ']'", at);
        at = skip_space(at + 1);
    }
}

// string = quotation-mark *char quotation-mark                     RFC 8259, 7
// unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
// Most strings are plain to the end.
inline parser::place parser::string(place at) {
    const place first = at + 1;
    at = plain::end_of_run(first, end_);
    if (peek(at) != '"') [[unlikely]] return string_rest(first, at);
    return note(kind::string, first, at) ? at + 1 : nullptr;
}

// The rest of a string, from its first character on that is not plain.
parser::place parser::string_rest(place first, place at) {
    bool escaped = false;
    for (; peek(at) != '"'; at = plain::end_of_run(at, end_)) {
        if (at == end_) return fail(open_string, at);
        if (*at == '\\') {
            escaped = true;
            if ((at = escape(at)) == nullptr) return nullptr;
        } else if (static_cast<unsigned char>(*at) < ' ') {
            return fail("a control character in a string must be escaped", at);
        } else {
            const place behind = utf8::end_of_run(at, end_);
            if (behind == at) return fail("not UTF-8", at);
            at = behind;
        }
    }
    return note(kind::string, first, at, escaped) ? at + 1 : nullptr;
}

// char = unescaped / escape ( %x22 / %x5C / %x2F / %x62 / %x66 / %x6E / %x72 / %x74 /
//                             %x75 4HEXDIG )                       RFC 8259, 7
parser::place parser::escape(place at) {
    switch (peek(at + 1)) {
    case '"': case '\\': case '/':
    case 'b': case 'f': case 'n': case 'r': case 't': return at + 2;
    case 'u': return code_point(at);
    default: return fail_in_string("expected one of \\ / b f n r t u or a quote", at + 1);
    }
}

// "A character outside the Basic Multilingual Plane is the 12-character sequence of its UTF-16
// surrogate pair."                                                 RFC 8259, 7
// One half alone has no UTF-8 form, so it is refused (RFC 8259, 8.2 leaves that open).
parser::place parser::code_point(place at) {
    constexpr const char* lone = "half of a surrogate pair alone";
    unsigned unit = 0;
    const place behind = code_unit(at + 2, unit);
    if (behind == nullptr || unit < 0xd800 || unit > 0xdfff) return behind;
    if (unit >= 0xdc00) return fail(lone, at);
    if (behind == end_ || (*behind == '\\' && behind + 1 == end_)) return fail(open_string, end_);
    if (behind[0] != '\\' || behind[1] != 'u') return fail(lone, at);
    const place end = code_unit(behind + 2, unit);
    if (end == nullptr) return nullptr;
    return unit >= 0xdc00 && unit <= 0xdfff ? end : fail(lone, at);
}

// 4HEXDIG                                                          RFC 8259, 7
parser::place parser::code_unit(place at, unsigned& unit) {
    unit = 0;
    for (int i = 0; i < 4; ++i, ++at) {
        const int digit = ascii::hex_value(peek(at));
        if (digit == -1) return fail_in_string("expected four hexadecimal digits", at);
        unit = unit * 16 + static_cast<unsigned>(digit);
    }
    return at;
}

// number = [ minus ] int [ frac ] [ exp ]                          RFC 8259, 6
// int = zero / ( digit1-9 *DIGIT )
inline parser::place parser::number(place at) {
    const place first = at;
    if (*at == '-') ++at;
    const place zero = peek(at) == '0' ? at : nullptr;
    if ((at = digits(at)) == nullptr) return nullptr;
    if (zero != nullptr && at != zero + 1) return fail("a digit behind a leading zero", zero + 1);
    if (peek(at) == '.' || (peek(at) | 0x20) == 'e') return fraction(first, at);
    return note(kind::integer, first, at) ? at : nullptr;
}

// frac = decimal-point 1*DIGIT                                     RFC 8259, 6
// exp = e [ minus / plus ] 1*DIGIT
// What makes the number that begins at `first` more than an integer.
parser::place parser::fraction(place first, place at) {
    if (peek(at) == '.')
        if ((at = digits(at + 1)) == nullptr) return nullptr;
    if ((peek(at) | 0x20) == 'e') {
        ++at;
        if (peek(at) == '+' || peek(at) == '-') ++at;
        if ((at = digits(at)) == nullptr) return nullptr;
    }
    return note(kind::number, first, at) ? at : nullptr;
}

// 1*DIGIT
inline parser::place parser::digits(place at) {
    if (!ascii::is_digit(peek(at))) return fail("expected a digit", at);
    do ++at;
    while (at != end_ && ascii::is_digit(*at));
    return at;
}

// false = %x66.61.6c.73.65   null = %x6e.75.6c.6c   true = %x74.72.75.65
//                                                                  RFC 8259, 3
parser::place parser::literal(place at, std::string_view word, kind type) {
    const place first = at;
    for (const char c : word) {
        if (peek(at) != c) return fail("expected a value", at);
        ++at;
    }
    return note(type, first, at, *first == 't') ? at : nullptr;
}

// ws = *( %x20 / %x09 / %x0A / %x0D )                              RFC 8259, 2
parser::place parser::skip_all_space(place at) const {
    while (at != end_ && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) ++at;
    return at;
}

// Ends the array or object that `index` is about.
inline parser::place parser::leave(std::uint32_t index, place behind) {
    ++depth_left_;
    node& notes = nodes_[index];
    notes.length = static_cast<std::uint32_t>(behind - begin_) - notes.at;
    notes.next = count_;
    return behind;
}

// `flag` is of a string whether it is escaped, of a boolean its truth.
inline bool parser::note(kind type, place at, place behind, bool flag) {
    if (count_ == capacity_ && !grow(at)) return false;
    nodes_[count_] = {.type = type,
                      .escaped = type == kind::string && flag,
                      .rewritten = false,
                      .truth = type == kind::boolean && flag,
                      .at = static_cast<std::uint32_t>(at - begin_),
                      .length = static_cast<std::uint32_t>(behind - at),
                      .next = count_ + 1};
    ++count_;
    return true;
}

[[gnu::cold, gnu::noinline]] bool parser::grow(place at) {
    constexpr std::size_t capacity_min = 64;
    if (count_ >= document_.nodes_max_) {
        fail("more values than json_nodes_max", at);
        return false;
    }
    const std::size_t wanted = std::max(capacity_min, std::size_t{count_} * 2);
    document_.nodes_.resize(std::min(wanted, document_.nodes_max_));
    nodes_ = document_.nodes_.data();
    capacity_ = static_cast<std::uint32_t>(document_.nodes_.size());
    return true;
}

[[gnu::cold, gnu::noinline]] std::nullptr_t parser::fail(const char* message, place at) {
    syntax_fault fault{.message = message, .offset = static_cast<std::size_t>(at - begin_)};
    for (place before = begin_; before != at; ++before) {
        const bool is_tail = (static_cast<unsigned char>(*before) & 0xc0) == 0x80;
        if (*before == '\n')
            ++fault.line, fault.column = 1;
        else if (!is_tail)
            ++fault.column;
    }
    if (std::string_view(begin_, end_).starts_with("\xef\xbb\xbf"))
        fault.message = "a byte order mark is not part of JSON";
    document_.fault_ = fault;
    return nullptr;
}

[[gnu::cold, gnu::noinline]] std::nullptr_t parser::fail_in_string(const char* message, place at) {
    return fail(at == end_ ? open_string : message, at);
}

}  // namespace callbox
