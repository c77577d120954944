// callbox/json.hpp - JSON (RFC 8259): reading, writing, and a type for any JSON value.
//
// Reading builds no tree: document::parse() makes one pass over the text and records a node for
// each value; a `value` refers to a node. Writing appends directly to the bytes of the response.
// Programs need this header only for a codec<T> of their own, and for `json`, a parameter or result
// of any kind.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/limits.hpp>

#include <concepts>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace callbox {

// An integer is a number without fraction or exponent, of any size.
enum class kind : std::uint8_t { null, boolean, integer, number, string, array, object };

// "integer", "string", ...: its name in messages.
std::string_view name_of(kind k);

// One value as recorded by document::parse(). A member of an object is two nodes, name and value.
struct node {
    kind type;
    bool escaped;          // of a string: its text still contains escapes
    bool rewritten;        // of a string: its escapes were replaced in place
    bool truth;            // of a boolean
    std::uint32_t at;      // offset in the text; of a string, after the quote
    std::uint32_t length;  // in bytes; of a string, without the quotes
    std::uint32_t count;   // in nodes: this one and all within the value
};
static_assert(sizeof(node) == 16);

// Where and why a text is not JSON.
struct syntax_error {
    const char* message = "";  // "expected a value", ...: a literal, never input
    std::size_t offset = 0;    // in bytes, from 0
    std::size_t line = 1;      // from 1
    std::size_t column = 1;    // in characters, from 1
};

class value;

// Memory for objects that live as long as a text is being read; freed as a whole.
class arena {
public:
    explicit arena(memory::budget from = memory::budget::none) : budget_(from) {}

    // Makes `count` value-initialized objects, which are never destroyed. Throws std::bad_alloc.
    template <class T> T* make(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
        T* const first = static_cast<T*>(take(count, sizeof(T), alignof(T)));
        std::uninitialized_value_construct_n(first, count);
        return first;
    }
    void reset() {
        if (!blocks_.empty()) give_back();
    }

private:
    void give_back();
    void* take(std::size_t count, std::size_t size, std::size_t alignment);

    memory::budget budget_;
    std::vector<memory::block<std::byte>> blocks_;
    std::byte* at_ = nullptr;
    std::size_t left_ = 0;
};

// One JSON text and its nodes. Reuse it for one text after another: it keeps the memory of the
// nodes.
class document {
public:
    explicit document(std::size_t depth_max = limits{}.json_depth_max,
                      std::size_t nodes_max = limits{}.json_nodes_max,
                      memory::budget from = memory::budget::none)
        : depth_max_(depth_max), nodes_max_(nodes_max), budget_(from), scratch_(from) {}

    // Reads `text` as one JSON value, optionally surrounded by whitespace. Returns false if it is
    // not one, exceeds the depth or number of nodes, or has 4 GiB or more: see error(). The caller
    // owns the text, which must stay in place and writable while the document is used: the first
    // read of a string replaces its escapes in place. Requires: the byte after the text is writable
    // too, as in std::string and bytes; parse() restores it.
    [[nodiscard]] bool parse(std::span<char> text);

    // root() requires that parse() returned true, error() that it returned false.
    value root();
    const syntax_error& error() const { return error_; }

    // Makes this the document of `text` with nodes that the caller owns, from `first` on. It has no
    // root.
    void borrow(std::span<char> text, node* first) {
        text_ = text;
        first_ = first;
        scratch_.reset();
    }
    // Memory for at least `count` nodes; may move it.
    node* nodes(std::size_t count) {
        if (nodes_size_ < count) [[unlikely]] resize(2 * count);
        return nodes_.get();
    }

    // For class value: the nodes and their text.
    node& at(std::uint32_t index) { return first_[index]; }
    char* text() { return text_.data(); }
    arena& scratch() { return scratch_; }

    // Frees memory that an unusually large text needed.
    void shrink(std::size_t nodes_kept) {
        if (nodes_size_ > nodes_kept) resize(nodes_kept);
    }

private:
    friend class parser;
    void resize(std::size_t nodes);  // keeps as many nodes as fit

    std::size_t depth_max_;
    std::size_t nodes_max_;
    memory::budget budget_;
    std::span<char> text_;
    node* first_ = nullptr;  // of the text's nodes
    memory::block<node> nodes_;
    std::size_t nodes_size_ = 0;
    arena scratch_;
    syntax_error error_;
};

namespace detail {
// The elements or members of a value.
template <class Iterator> struct elements {
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
    bool empty() const { return first == last; }
    std::size_t size() const {  // counts them
        std::size_t count = 0;
        for (Iterator at = first; at != last; ++at) ++count;
        return count;
    }
};
}  // namespace detail

// A value of a document: cheap to copy, valid until the document's next parse() or borrow().
class value {
public:
    struct member;
    template <class Each> class iterator_of;
    using iterator = iterator_of<value>;
    using member_iterator = iterator_of<member>;
    template <class Iterator> using range = detail::elements<Iterator>;

    value(document& d, node& n) : document_(&d), node_(&n) {}
    value(document& d, std::uint32_t index) : value(d, d.at(index)) {}

    kind type() const { return node_->type; }
    bool is(kind k) const { return type() == k; }
    std::uint32_t index() const { return static_cast<std::uint32_t>(node_ - &document_->at(0)); }
    bool operator==(const value& other) const { return node_ == other.node_; }
    // Its node, for callers that store nodes and use null for absent values.
    node& as_node() const { return *node_; }
    // The value of another node of this document, or of a node that represents an absent value.
    value elsewhere(node& n) const { return {*document_, n}; }
    // Memory that lives as long as the document's text is being read.
    arena& scratch() const { return document_->scratch(); }
    // Whether the node with that index is this value's or within it.
    bool holds(std::uint32_t node) const { return node - index() < node_->count; }

    // The value as sent, byte for byte: a string with its quotes, an array with its content.
    // Requires: text() has not been called for any string in it that has escapes.
    std::string_view token() const {
        assert(!node_->rewritten);
        const std::string_view text = plain_text();
        return is(kind::string) ? std::string_view(text.data() - 1, text.size() + 2) : text;
    }

    // A string's text in UTF-8. The view is valid as long as the document's text. Requires:
    // is(kind::string); the next three functions likewise require their kind.
    std::string_view text() const {
        if (node_->escaped) [[unlikely]] unescape(*document_, *node_);
        return plain_text();
    }
    bool truth() const { return node_->truth; }
    range<iterator> items() const;            // of an array
    range<member_iterator> members() const;   // of an object, in the order sent, with duplicates
    // The first member with that name; nothing if there is none or this is not an object.
    std::optional<value> find(std::string_view name) const;

    // The number as that type; nothing if it does not fit. Requires: integer, or any number.
    std::optional<std::int64_t> as_int64() const {
        assert(is(kind::integer));
        return node_->length <= digits_safe ? short_integer() : long_int64();
    }
    // An integer of this length always fits, with or without a minus.
    static constexpr std::uint32_t digits_safe = 18;
    // Requires: such an integer.
    [[gnu::always_inline]] std::int64_t short_integer() const {
        const std::string_view text = plain_text();
        if (text.front() == '-') [[unlikely]] return *long_int64();
        std::int64_t number = 0;
        for (const char c : text) number = number * 10 + (c & 15);
        return number;
    }
    std::optional<std::uint64_t> as_uint64() const;
    std::optional<double> as_double() const;  // correctly rounded; nothing if it is not finite
    std::optional<float> as_float() const;

private:
    std::optional<std::int64_t> long_int64() const;

    static void unescape(document& d, node& n);
    std::string_view plain_text() const { return {document_->text() + node_->at, node_->length}; }

    document* document_;
    node* node_;
};

struct value::member {
    callbox::value name;  // a string
    callbox::value value;
};

template <class Each> class value::iterator_of {
public:
    iterator_of(document& d, node* at) : document_(&d), at_(at) {}
    Each operator*() const {
        if constexpr (std::same_as<Each, value>) return {*document_, *at_};
        else return {{*document_, at_[0]}, {*document_, at_[1]}};
    }
    iterator_of& operator++() {
        at_ += std::same_as<Each, value> ? at_->count : 1 + at_[1].count;
        return *this;
    }
    bool operator==(const iterator_of& other) const { return at_ == other.at_; }

private:
    document* document_;
    node* at_;
};

inline value document::root() { return {*this, 0}; }

inline value::range<value::iterator> value::items() const {
    return {{*document_, node_ + 1}, {*document_, node_ + node_->count}};
}

inline value::range<value::member_iterator> value::members() const {
    return {{*document_, node_ + 1}, {*document_, node_ + node_->count}};
}

// Writes JSON values one after another into bytes that the caller owns. It adds commas and colons;
// the caller pairs begins with ends.
class writer {
public:
    // Values that JSON cannot represent: errors of the program, not of the peer.
    enum class misuse : std::uint8_t {
        none, not_finite, not_utf8, not_named, not_one, not_expressible,
    };

    explicit writer(bytes& out) : out_(&out) {}

    void null() { word("null"); }
    void boolean(bool truth) { truth ? word("true") : word("false"); }
    void integer(std::int64_t number) {
        const auto bits = static_cast<std::uint64_t>(number);
        digits(number < 0 ? 0 - bits : bits, number < 0);
    }
    void natural(std::uint64_t number) { digits(number, false); }
    // The shortest text that reads back as the same float or double; never NaN.
    template <std::floating_point Real> void number(Real number);
    void string(std::string_view text);  // escapes only what RFC 8259, 7 requires
    void base64(std::span<const std::byte> octets);  // as a string: RFC 4648, 4
    void json(std::string_view token) { word(token); }  // Requires: one JSON value

    void begin_array() { open('['); }
    void end_array() { close(']'); }
    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void key(std::string_view name);  // of the next value

    // For an enumerator without a name, and for any other value that JSON cannot represent: each
    // writes null and records the misuse.
    void unnamed() {
        null();
        note(misuse::not_named);
    }
    void inexpressible() {
        null();
        note(misuse::not_expressible);
    }
    // The output.
    const bytes& into() const { return *out_; }

    // The first misuse. Full bytes are not one: overflowed() of the bytes reports them.
    misuse misused() const { return misuse_; }
    // The same, when one complete value should have been written.
    misuse misuse_at_end() const {
        const bool one = comma_ && depth_ == 0;
        return misuse_ != misuse::none || one ? misuse_ : misuse::not_one;
    }

private:
    void note(misuse found) {
        if (misuse_ == misuse::none) misuse_ = found;
    }
    void separate() {
        if (comma_) {
            out_->append(',');
            if (depth_ == 0) note(misuse::not_one);
        }
        comma_ = true;
    }
    void word(std::string_view text) {
        separate();
        out_->append(text);
    }
    void open(char bracket) {
        separate();
        out_->append(bracket);
        comma_ = false;
        ++depth_;
    }
    void close(char bracket) {
        out_->append(bracket);
        comma_ = true;
        --depth_;
    }
    void digits(std::uint64_t number, bool is_negative);
    void digits_anywhere(std::uint64_t number, bool is_negative);
    void quoted(std::string_view text);
    void escaped(std::string_view text, const char* at);  // `text` is plain before `at`

    bytes* out_;
    bool comma_ = false;     // a comma must precede the next value
    std::uint32_t depth_ = 0;  // open arrays and objects
    misuse misuse_ = misuse::none;
};

template <class T> struct codec;
class json_view;
struct named_json;

// Any JSON value, as a parameter, a result or a part of one: well-formed JSON text, which it owns.
// Numbers keep all their digits.
class json {
public:
    json() : text_("null") {}

    // The JSON of a C++ value of any result type. (In codec.hpp.) Null if JSON cannot represent it:
    // numbers must be finite, text must be UTF-8.
    template <class T> requires(!std::same_as<T, json>) explicit json(const T& from);

    // Returns nothing if `text` is not one JSON value.
    static std::optional<json> parse(std::string text);

    // An object with these members: json::object({{"sku", sku}, {"left", 3}}).
    static json object(std::initializer_list<named_json> members);

    callbox::kind kind() const;
    std::string_view text() const { return text_; }

    // The value as a T, a parameter type without views; nothing if it does not fit. (In codec.hpp.)
    template <class T> std::optional<T> as() const;

    // Its elements and members, which may be absent: see json_view.hpp. Views of this json.
    json_view operator[](std::string_view name) const;
    json_view operator[](std::size_t index) const;
    json_view find(std::string_view name) const;
    std::size_t size() const;
    auto items() const;
    auto members() const;

    bool operator==(const json&) const = default;  // compares the texts

private:
    friend struct codec<json>;
    void take(const writer& written);

    std::string text_;
};

// A member of json::object(): a name and any value that has a JSON codec.
struct named_json {
    std::string_view name;
    json value;
    template <class T>
    named_json(std::string_view name_, const T& value_) : name(name_), value(value_) {}
};

}  // namespace callbox

#include <callbox/json_view.hpp>
