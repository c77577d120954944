// callbox/type.hpp - the JSON of a C++ type as data, and the errors that a value may have.
// Messages, lists, the document and forms are made from it.
#pragma once

#include <callbox/json.hpp>
#include <callbox/pattern.hpp>

namespace callbox {

// A scalar in the table: a default, the end of a range, a part of an example.
struct literal {
    callbox::kind kind = callbox::kind::null;  // never array or object
    bool truth = false;
    bool negative = false;        // of an integer
    std::uint64_t magnitude = 0;  // of an integer, without its sign
    double number = 0;
    std::string_view string = {};

    constexpr double as_double() const {
        if (kind == callbox::kind::number) return number;
        const auto whole = static_cast<double>(magnitude);
        return negative ? -whole : whole;
    }
};

// Whether a < b. Exact for two integers. Requires: both are numbers, of either kind.
constexpr bool is_less(const literal& a, const literal& b) {
    if (a.kind != kind::integer || b.kind != kind::integer) return a.as_double() < b.as_double();
    const bool below = a.negative && a.magnitude != 0;
    const bool other_below = b.negative && b.magnitude != 0;
    if (below != other_below) return below;
    return below ? b.magnitude < a.magnitude : a.magnitude < b.magnitude;
}

// The number of characters in UTF-8 text.
constexpr std::size_t characters_of(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return count;
}

// A number in the table; unlike a literal, it can be a part of a template argument.
struct numeral {
    callbox::kind kind = callbox::kind::integer;  // or number
    bool negative = false;
    std::uint64_t magnitude = 0;
    double number = 0;

    constexpr operator literal() const {
        return {.kind = kind, .negative = negative, .magnitude = magnitude, .number = number};
    }
};

// A constraint; both ends are inclusive, and either may be open.
struct bounds {
    enum class on : std::uint8_t {
        nothing,
        value,   // of a number: from `least` to `most`
        length,  // of a string, in characters
        size,    // of an array or object, in elements
        parts,   // none of these, but constraints of elements or names, or a pattern
    };
    on what = on::nothing;
    bool open_least = false;
    bool open_most = false;
    numeral least = {};
    numeral most = {};
    std::size_t count_least = 0;         // 0 where it is open
    std::size_t count_most = SIZE_MAX;   // SIZE_MAX where it is open
    bool unique = false;                 // the elements of an array are distinct, as JSON
    bool has_each = false;               // `each` is given: g++ 12 with sanitizers cannot compare
    bool has_keys = false;               // its address with null in a constant expression
    bool has_pattern = false;
    const bounds* each = nullptr;        // of the elements of an array or map
    const bounds* keys = nullptr;        // of the names in a map
    const automaton* pattern = nullptr;  // of a string

    constexpr bool has(std::size_t count) const {
        return count >= count_least && count <= count_most;
    }
    constexpr bool has(const literal& number) const {
        return (open_least || !is_less(number, least)) && (open_most || !is_less(most, number));
    }
};

// A number as a literal; nothing if it is out of range. Requires: integer or number.
std::optional<literal> literal_of(value number);

// Whether a value is within the bounds; true if they do not apply to its kind. Sets `got` to the
// number of elements or characters if it counted them: for arrays, objects and strings.
bool is_inside(const bounds& b, value given, std::size_t& got);

struct member;

enum class type_form : std::uint8_t {
    any, null, boolean, integer, number, string,
    choice,    // a string that is one of `names`
    array,     // of `element`
    tuple,     // an array with one element for each of `parts`
    map,       // an object with names that are `key`, of `element`
    object,    // of `members`
    optional,  // `element` or null
    either,    // one of `parts`, which differ in kind, or by their `tag`
};

// Accepts any text: see type::why_not.
constexpr std::string_view any_text(std::string_view) { return {}; }

struct type {
    type_form form = type_form::any;
    std::int64_t low = 0;                         // of an integer: the least
    std::uint64_t high = 0;                       // and the greatest
    const type* element = nullptr;
    const type* key = nullptr;                    // of the names in a map; null: any text
    bool has_key = false;                         // `key` is given: see bounds::has_each
    std::span<const std::string_view> names = {};
    std::span<const type* const> parts = {};
    std::span<const member> members = {};
    bool ignores_others = false;                  // of an object: may have other members
    std::string_view name = {};                   // in messages: of a struct, its C++ name
    bounds size = {};                             // of an array with a fixed number of elements
    // Of `either`, the name of the discriminator, the first member of each part, all of which are
    // objects. Of the discriminator's type, a choice, the same name. Otherwise empty.
    std::string_view tag = {};
    // Of a string with a format: the "format" of JSON Schema; a sample text; and a function that
    // returns why a text is invalid, a literal, or an empty text if it is valid: the compiler
    // checks examples with it.
    std::string_view format = {};
    std::string_view sample = {};
    std::string_view (*why_not)(std::string_view text) = any_text;
    // Its name in the document, if not `name`; a type with neither has no schema of its own.
    std::string_view component = {};
};

// The result type of a function that returns void.
inline constexpr type null_type{.form = type_form::null};

// A default that is not a literal.
struct made_default {
    void (*write)(writer& to);   // writes it
    void (*fill)(void* to);    // assigns it to an object of the member's C++ type
};

// A member of an object: one of a struct's, or a parameter of a method.
struct member {
    std::string_view name = {};
    std::string_view doc = {};
    const callbox::type* type = nullptr;
    bool required = true;
    bool by_name_only = false;                    // of a parameter
    std::optional<literal> fallback = {};         // the default: its value if it is absent
    bounds constraints = {};
    const made_default* made = nullptr;           // the default, if it is not a literal

    constexpr bool has_default() const { return fallback.has_value() || made != nullptr; }
};

enum class violation_kind : std::uint8_t {
    wrong_type,    // `at` is not of type `wanted`
    out_of_range,  // `at` is a number outside the range of `wanted`
    out_of_bounds, // `at` is not within `constraints`; `got` is its length or size
    missing,       // no member `name` of type `wanted`; `at`: the object, 0 if there is none
    unexpected,    // `at`, the name of a member, is not in `known`
    twice,         // `at`, the name of a member, occurs a second time
    repeated,      // `at`, an element, equals the earlier element number `got`
    by_name_only,  // `at`, the params, have more than `most` by position
    alike,         // `at`, an object, has too many names in one hash bucket: an attack
    too_many,      // `at`, the params, have `got` elements; `most` are allowed
    refused,       // `at` is not a valid `wanted`; `name` is the reason
    unmatched,     // `at`, a string, does not match the pattern of `constraints`
};

// An error in one value of a call's params.
struct violation {
    violation_kind kind;
    std::uint32_t at = 0;  // a node
    const type* wanted = nullptr;
    const bounds* constraints = nullptr;
    std::span<const member> known = {};
    std::string_view name = {};
    std::size_t most = 0;
    std::size_t got = 0;
};

// The violations of one call, up to violations_max: a client can fix them all together.
class violations {
public:
    // Report a value that the codec cannot read. Always return false, for the codec to return.
    bool wrong_type(value at, const type& wanted);
    bool out_of_range(value at, const type& wanted);
    // For a value of the right kind. `why` is a literal for the client, "the month has no such
    // day"; it contains no part of the value.
    bool refuse(value at, const type& wanted, std::string_view why);
    // Checks a value, and its elements, against bounds; false if one is outside. The codec refuses
    // values that are not of type `wanted`.
    bool check(value at, const type& wanted, const bounds& range) {
        return range.what == bounds::on::nothing || check_inside(at, wanted, range);
    }

    // Accepts unknown members of objects from now on, as newer programs may send them.
    void ignore_unknown_members() { ignores_unknown_ = true; }
    bool ignores_unknown_members() const { return ignores_unknown_; }

    bool add(const violation& found);
    bool empty() const { return count_ == 0; }
    std::span<const violation> all() const { return {all_.data(), count_}; }
    void clear() { count_ = 0; }

private:
    bool check_inside(value at, const type& wanted, const bounds& range);
    bool check_parts(value at, const type& wanted, const bounds& range);
    bool check_unique(value list, const type& wanted);

    std::array<violation, violations_max> all_{};
    std::size_t count_ = 0;
    bool ignores_unknown_ = false;
};

// Finds the node of each of `known` in an object. Nodes of absent members stay null. Adds a
// violation for each repeated member and, unless it ignores others, for each unexpected one.
// Requires: `nodes` are null, and at least as many as `known`.
bool find_members(value object, std::span<const member> known, std::span<node*> nodes,
                  violations& bad, bool ignores_others = false);
// Adds a violation for each required member without a node. `at` is the object's node, 0 if there
// is none.
bool find_missing(std::uint32_t at, std::span<const member> known, std::span<node* const> nodes,
                  violations& bad);

}  // namespace callbox
