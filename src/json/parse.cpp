// Parses one JSON text into nodes, or reports the position and the reason of a syntax error. One
// pass, recursive descent; numbers and escapes are converted later, when a codec reads them.
#include <callbox/json.hpp>

#include "base/utf8.hpp"
#include "scan.hpp"

namespace callbox {

constexpr const char* open_string = "the text ends within a string";

// Each rule takes its start and returns its end, or records an error and returns an empty place.
// The text is NUL-terminated while it is parsed. No rule accepts a NUL, so none goes beyond it, and
// few need to check for the end.
class parser {
public:
    explicit parser(document& d)
        : document_(d),
          begin_(d.text_.data()),
          end_(d.text_.data() + d.text_.size()),
          nodes_(d.nodes_.get()),
          nodes_end_(nodes_ + std::min(d.nodes_size_, d.nodes_max_)),
          depth_left_(static_cast<std::uint32_t>(d.depth_max_)),
          after_end_(std::exchange(*end_, '\0')) {}
    ~parser() { *end_ = after_end_; }
    parser(const parser&) = delete;

    // JSON-text = ws value ws                                          RFC 8259, 2
    [[gnu::always_inline]] bool text() {
        const place all = value({begin_, nodes_});
        if (!all) return false;
        const char* const next = all.at == end_ ? end_ : skip_space(all.at);
        if (next != end_) fail("unexpected text after the value", next);
        return next == end_;
    }

private:
    // A position in the text and the next free node: small enough for registers.
    struct place {
        const char* at;
        node* free;
        explicit operator bool() const { return at != nullptr; }
    };

    // value = false / null / true / object / array / number / string   RFC 8259, 3
    // The most frequent come first.
    [[gnu::always_inline]] place value(place from) {
        if (*from.at == '"') return string(from);
        if (ascii::is_digit(*from.at)) return number(from, from.at);
        if (*from.at == '{') return object(from);
        if (*from.at == '[') return array(from);
        return other_value(from);
    }

    [[gnu::noinline]] place other_value(place from) {
        switch (*from.at) {
        case 't': return literal(from, "true", kind::boolean);
        case 'f': return literal(from, "false", kind::boolean);
        case 'n': return literal(from, "null", kind::null);
        case '-':
            if (!ascii::is_digit(from.at[1])) return fail("expected a digit", from.at + 1);
            return number(from, from.at + 1);
        case ' ': case '\t': case '\n': case '\r': return value({skip_space(from.at), from.free});
        default: return fail("expected a value", from.at);
        }
    }

    // object = begin-object [ member *( value-separator member ) ] end-object
    // member = string name-separator value                             RFC 8259, 4
    place object(place from) {
        const std::ptrdiff_t index = from.free - nodes_;
        place here = enter(kind::object, from);
        if (!here) return here;
        if (at_mark('}', here)) return leave(index, here);
        for (;;) {
            if (!at_mark('"', here)) return fail("expected a name in double quotes", here.at);
            if (!(here = string(here))) return here;
            if (!at_mark(':', here)) return fail("expected ':'", here.at);
            if (!(here = value({here.at + 1, here.free}))) return here;
            if (!at_mark(',', here)) break;
            ++here.at;
        }
        return *here.at == '}' ? leave(index, here) : fail("expected ',' or '}'", here.at);
    }

    // array = begin-array [ value *( value-separator value ) ] end-array
    //                                                                  RFC 8259, 5
    place array(place from) {
        const std::ptrdiff_t index = from.free - nodes_;
        place here = enter(kind::array, from);
        if (!here) return here;
        if (at_mark(']', here)) return leave(index, here);
        for (;;) {
            if (!(here = value(here))) return here;
            if (!at_mark(',', here)) break;
            ++here.at;
        }
        return *here.at == ']' ? leave(index, here) : fail("expected ',' or ']'", here.at);
    }

    // string = quotation-mark *char quotation-mark                     RFC 8259, 7
    // unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
    // Most strings consist of plain characters.
    [[gnu::always_inline]] place string(place from) {
        const char* const first = from.at + 1;
        const char* const at = string_scan::end_of_run(first, end_);
        if (*at != '"') [[unlikely]] return string_rest(from, at);
        return note(from, kind::string, first, at, at + 1);
    }

    // The rest of a string, from its first character that is not plain.
    place string_rest(place from, const char* at) {
        bool escaped = false;
        for (; *at != '"'; at = string_scan::end_of_run(at, end_)) {
            if (*at == '\\') {
                escaped = true;
                if ((at = escape(at)) == nullptr) return {};
            } else if (static_cast<unsigned char>(*at) < ' ') {
                return fail_in_string("a control character in a string must be escaped", at);
            } else {
                const char* const next = utf8::end_of_run(at, end_);
                if (next == at) return fail("not UTF-8", at);
                at = next;
            }
        }
        const place next = note(from, kind::string, from.at + 1, at, at + 1);
        if (next) next.free[-1].escaped = escaped;
        return next;
    }

    // char = unescaped / escape ( %x22 / %x5C / %x2F / %x62 / %x66 / %x6E / %x72 / %x74 /
    //                             %x75 4HEXDIG )                       RFC 8259, 7
    const char* escape(const char* at) {
        switch (at[1]) {
        case '"': case '\\': case '/':
        case 'b': case 'f': case 'n': case 'r': case 't': return at + 2;
        case 'u': return code_point(at);
        default: return fail_in_string("expected one of \\ / b f n r t u or a quote", at + 1).at;
        }
    }

    // "A character outside the Basic Multilingual Plane is the 12-character sequence of its UTF-16
    // surrogate pair."                                                 RFC 8259, 7
    // Half a pair has no UTF-8 form, so it is refused (RFC 8259, 8.2 leaves that open).
    const char* code_point(const char* at) {
        constexpr const char* lone = "half of a surrogate pair alone";
        unsigned unit = 0;
        const char* const next = code_unit(at + 2, unit);
        if (next == nullptr || unit < 0xd800 || unit > 0xdfff) return next;
        if (unit >= 0xdc00) return fail(lone, at).at;
        if (next == end_ || (*next == '\\' && next + 1 == end_))
            return fail(open_string, end_).at;
        if (next[0] != '\\' || next[1] != 'u') return fail(lone, at).at;
        const char* const end = code_unit(next + 2, unit);
        if (end == nullptr) return nullptr;
        return unit >= 0xdc00 && unit <= 0xdfff ? end : fail(lone, at).at;
    }

    // 4HEXDIG                                                          RFC 8259, 7
    const char* code_unit(const char* at, unsigned& unit) {
        unit = 0;
        for (int i = 0; i < 4; ++i, ++at) {
            const int digit = ascii::hex_value(*at);
            if (digit == -1) return fail_in_string("expected four hexadecimal digits", at).at;
            unit = unit * 16 + static_cast<unsigned>(digit);
        }
        return at;
    }

    // number = [ minus ] int [ frac ] [ exp ]                          RFC 8259, 6
    // int = zero / ( digit1-9 *DIGIT )
    // Requires: the first digit is at `first`.
    [[gnu::always_inline]] place number(place from, const char* first) {
        const char* at = first;
        do ++at;
        while (ascii::is_digit(*at));
        if (*first == '0' && at != first + 1)
            return fail("a digit after a leading zero", first + 1);
        if (number_scan::at_fraction(at)) return fraction(from, at);
        return note(from, kind::integer, from.at, at, at);
    }

    // The rest of a number whose integer ends at `at`.
    place fraction(place from, const char* at) {
        if (!number_scan::take_fraction(at)) return fail("expected a digit", at);
        return note(from, kind::number, from.at, at, at);
    }

    // false = %x66.61.6c.73.65   null = %x6e.75.6c.6c   true = %x74.72.75.65
    //                                                                  RFC 8259, 3
    place literal(place from, std::string_view word, kind type) {
        const char* at = from.at;
        for (const char c : word) {
            if (*at != c) return fail("expected a value", at);
            ++at;
        }
        const place next = note(from, type, from.at, at, at);
        if (next) next.free[-1].truth = word == "true";
        return next;
    }

    // ws = *( %x20 / %x09 / %x0A / %x0D )                              RFC 8259, 2
    [[gnu::noinline]] static const char* skip_space(const char* at) {
        while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') ++at;
        return at;
    }

    // Skips white space; returns whether the next character is `mark`. Most texts have no white
    // space, so it is checked last.
    static bool at_mark(char mark, place& here) {
        if (*here.at == mark) return true;
        if (static_cast<unsigned char>(*here.at) > ' ') return false;
        here.at = skip_space(here.at);
        return *here.at == mark;
    }

    place enter(kind type, place from) {
        if (depth_left_ == 0) return fail("nested deeper than json_depth_max", from.at);
        --depth_left_;
        return note(from, type, from.at, from.at, from.at + 1);
    }

    // Completes the array or object of node `index` and returns the place after its closing
    // bracket. An index, not a pointer, as the nodes may have moved.
    place leave(std::ptrdiff_t index, place last) {
        ++depth_left_;
        node& whole = nodes_[index];
        whole.length = static_cast<std::uint32_t>(last.at + 1 - begin_) - whole.at;
        whole.count = static_cast<std::uint32_t>(last.free - &whole);
        return {last.at + 1, last.free};
    }

    // Records a value from `first` to `end`. Parsing resumes at `next`.
    place note(place from, kind type, const char* first, const char* end, const char* next) {
        node* to = from.free;
        if (to == nodes_end_) [[unlikely]] {
            if ((to = grow(from.at)) == nullptr) return {};
        }
        to->type = type;
        to->escaped = to->rewritten = to->truth = false;
        to->at = static_cast<std::uint32_t>(first - begin_);
        to->length = static_cast<std::uint32_t>(end - first);
        to->count = 1;
        return {next, to + 1};
    }

    // Makes room for more nodes and returns the next free one, or null at the limit.
    [[gnu::cold, gnu::noinline]] node* grow(const char* at) {
        constexpr std::size_t capacity_min = 64;
        const auto count = static_cast<std::size_t>(nodes_end_ - nodes_);
        if (count >= document_.nodes_max_) {
            fail("more values than json_nodes_max", at);
            return nullptr;
        }
        const std::size_t wanted = std::max(capacity_min, count * 2);
        document_.resize(std::min(wanted, document_.nodes_max_));
        nodes_ = document_.nodes_.get();
        nodes_end_ = nodes_ + document_.nodes_size_;
        return nodes_ + count;
    }

    [[gnu::cold, gnu::noinline]] place fail(const char* message, const char* at) {
        syntax_error error{.message = message, .offset = static_cast<std::size_t>(at - begin_)};
        for (const char* before = begin_; before != at; ++before) {
            if (*before == '\n') ++error.line, error.column = 1;
            else if (!utf8::is_tail(*before)) ++error.column;
        }
        if (std::string_view(begin_, end_).starts_with("\xef\xbb\xbf"))
            error.message = "a byte order mark is not part of JSON";
        document_.error_ = error;
        return {};
    }

    [[gnu::cold, gnu::noinline]] place fail_in_string(const char* message, const char* at) {
        return fail(at == end_ ? open_string : message, at);
    }

    document& document_;
    const char* begin_;
    char* const end_;
    node* nodes_;
    node* nodes_end_;  // end of the allocated nodes within the limit
    std::uint32_t depth_left_;
    const char after_end_;
};

bool document::parse(std::span<char> text) {
    assert(depth_max_ <= json_depth_limit);
    borrow(text, nodes_.get());
    if (text.empty() || text.size() > UINT32_MAX) {
        error_ = {.message = text.empty() ? "expected a value"
                                          : "the text is too long: 4 GiB or more"};
        return false;
    }
    return parser(*this).text();
}

}  // namespace callbox
