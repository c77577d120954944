// Takes the text of a message, before it is parsed; gives the method and arguments of each request
// in it if all are of known shapes. Dispatch calls them then, and parses the message if not.
#include "shapes.hpp"

#include "base/ascii.hpp"
#include "json/number_scan.hpp"
#include "json/string_scan.hpp"

#include <algorithm>
#include <cstring>

namespace callbox::rpc {

namespace {

// Whether the `size` bytes at `a` and `b` are the same, of which most are few. Requires: not empty;
// 15 more bytes may be read before them.
[[gnu::always_inline]] inline bool is_same(const char* a, const char* b, std::size_t size) {
    if (size == 1) return *a == *b;  // a comma
#if defined(__SSE2__)
    const auto equal = [](const char* x, const char* y) {
        const __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x));
        const __m128i second = _mm_loadu_si128(reinterpret_cast<const __m128i*>(y));
        return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(first, second)));
    };
    for (; size > 16; a += 16, b += 16, size -= 16)
        if (equal(a, b) != 0xffff) return false;
    return (equal(a + size - 16, b + size - 16) | 0xffffu >> size) == 0xffff;
#else
    return std::memcmp(a, b, size) == 0;
#endif
}

void note(node& to, kind type, std::size_t at, std::size_t end) {
    const node made{.type = type, .escaped = false, .rewritten = false, .truth = false,
                    .at = static_cast<std::uint32_t>(at),
                    .length = static_cast<std::uint32_t>(end - at), .count = 1};
    std::memcpy(&to, &made, sizeof made);  // two stores, where an assignment takes six
}

// Each takes a scalar at `at`, and returns the place behind it; 0 for what is the parser's.
// Requires: the last byte before `end` is a bracket. It ends any number, so that none is read on.

// An integer, RFC 8259, 6. What stands behind it is compared with what a shape has there: no digit,
// nor a fraction.
[[gnu::always_inline]] inline std::size_t take_integer(const char* text, std::size_t at, node& to) {
    const std::size_t first = at;
    if (!ascii::is_digit(text[at]) && (text[at] != '-' || !ascii::is_digit(text[++at]))) return 0;
    if (text[at] == '0') ++at;
    else while (ascii::is_digit(text[++at])) {}
    note(to, kind::integer, first, at);
    return at;
}

// A string that is its own text, RFC 8259, 7.
[[gnu::always_inline]] inline std::size_t take_string(const char* text, std::size_t at,
                                                      std::size_t end, node& to) {
    if (text[at] != '"') return 0;
    const char* const last = string_scan::end_of_run(text + at + 1, text + end);
    if (last == text + end || *last != '"') return 0;
    note(to, kind::string, at + 1, static_cast<std::size_t>(last - text));
    return to.at + to.length + 1;
}

[[gnu::noinline]] std::size_t take_boolean(const char* text, std::size_t at, std::size_t end,
                                           node& to) {
    const std::string_view word = text[at] == 't' ? "true" : "false";
    if (!std::string_view(text + at, end - at).starts_with(word)) return 0;
    note(to, kind::boolean, at, at + word.size());
    to.truth = word[0] == 't';
    return at + word.size();
}

// Any number.
[[gnu::noinline]] std::size_t take_number(const char* text, std::size_t at, node& to) {
    const std::size_t integer = take_integer(text, at, to);
    const char* last = text + integer;
    if (integer == 0 || !number_scan::take_fraction(last)) return 0;
    const auto behind = static_cast<std::size_t>(last - text);
    if (behind != integer) note(to, kind::number, at, behind);
    return behind;
}

[[gnu::always_inline]] inline std::size_t take_scalar(kind type, const char* text, std::size_t at,
                                                      std::size_t end, node& to) {
    if (type == kind::integer) return take_integer(text, at, to);
    if (type == kind::string) return take_string(text, at, end, to);
    return type == kind::number ? take_number(text, at, to) : take_boolean(text, at, end, to);
}

// Returns the place behind the request at `at` if it has that shape, else 0.
// Requires: `nodes` has room for its scalars; the last byte before `end` is a bracket, so that
// another byte stands behind each piece but the last.
std::size_t take(const shapes::shape& like, const char* text, std::size_t at, std::size_t end,
                 node* nodes) {
    const char* kept = like.text.data() + shapes::text_at;
    const shapes::piece* each = like.pieces.data();
    for (const shapes::piece* const last = each + like.slots;; ++each, ++nodes) {
        const std::size_t behind = at + each->size;
        if (behind > end) return 0;
        if (behind < 16) {
            if (std::memcmp(text + at, kept, each->size) != 0) return 0;
        } else if (!is_same(text + at, kept, each->size)) {
            return 0;
        }
        if (each == last) return behind;
        kept += each->size;
        at = take_scalar(each->type, text, behind, end, *nodes);
        if (at == 0) return 0;
    }
}

constexpr std::string_view request_members[] = {"jsonrpc", "method", "params", "id"};

// A scalar that a shape leaves out.
struct slot {
    std::string_view token;
    kind type;          // of what may stand in its place
    std::size_t param;  // or as many as there are: it is the id
};

// Where a method takes a fraction, it gets whole numbers too.
kind type_of(const node& given, const type& wanted) {
    const type& one = wanted.form == type_form::optional ? *wanted.element : wanted;
    const bool is_any_number = given.type == kind::integer && one.form != type_form::integer;
    return is_any_number ? kind::number : given.type;
}

kind type_of_id(std::string_view token) {
    if (token[0] == '"') return kind::string;
    return token.find_first_of(".eE") == token.npos ? kind::integer : kind::number;
}

// The pieces of a text around its slots, which are in its order. False: it is too long.
bool cut(std::string_view text, std::span<const slot> slots, shapes::shape& out) {
    const char* at = text.data();
    char* to = out.text.data() + shapes::text_at;
    const auto keep = [&](shapes::piece& piece, const char* end) {
        const auto size = static_cast<std::size_t>(end - at);
        if (size > static_cast<std::size_t>(out.text.data() + out.text.size() - to)) return false;
        std::memcpy(to, at, size);
        to += size;
        piece.size = static_cast<std::uint16_t>(size);
        return true;
    };
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const std::string_view token = slots[i].token;
        if (!keep(out.pieces[i], token.data())) return false;
        at = token.data() + token.size();
    }
    return keep(out.pieces[slots.size()], text.data() + text.size());
}

}  // namespace

// Most requests are like the one before.
bool shapes::knows(std::span<char> text, document& into) {
    count_ = 0;
    if (known_ == 0 || text.empty() || text.size() > UINT32_MAX) return false;
    const char* const begin = text.data();
    const std::size_t end = text.size();
    const bool is_batch = is_batch_ = *begin == '[';
    if (begin[end - 1] != (is_batch ? ']' : '}')) return false;
    into.borrow(text);
    std::size_t at = 0, count = 0, first = 0;
    do {
        at += is_batch;
        if (count == requests_.size()) [[unlikely]] {
            if (is_batch && count == batch_max_) return false;
            requests_.resize(std::min(2 * count + 1, batch_max_));
        }
        node* const nodes = into.nodes(first + slots_max) + first;
        std::size_t behind, tried = 0;
        while ((behind = take(all_[last_], begin, at, end, nodes)) == 0) {
            if (++tried == known_) return false;
            last_ = (last_ + 1) % known_;
        }
        at = behind;
        requests_[count++] = {&all_[last_], static_cast<std::uint32_t>(first)};
        first += all_[last_].slots;
    } while (is_batch && begin[at] == ',');
    count_ = count;
    return at + is_batch == end;
}

bool shapes::read(std::span<char> text, document& into) {
    static constexpr unsigned learnt_max = 4;
    to_learn_ = 0;
    if (!use_.asks()) return false;
    if (knows(text, into)) [[likely]] {
        use_.hit();
        return true;
    }
    if (use_.miss()) to_learn_ = learnt_max;
    return false;
}

// Whether it has no escapes, and no member that nobody reads: it may be a secret, which the time of
// comparisons would tell of. And whether any batch of its like has few enough values: then nobody
// needs to check them.
bool shapes::is_usual(value message) const {
    const std::span nodes(&message.as_node(), message.as_node().count);
    if (std::ranges::any_of(nodes, [](auto& n) { return n.escaped || n.rewritten; })) return false;
    for (const value::member m : message.members())
        if (std::ranges::find(request_members, m.name.text()) == std::end(request_members))
            return false;
    return batch_max_ != 0 && nodes.size() <= (nodes_max_ - 1) / batch_max_;
}

void shapes::learn(value message, const row& method, std::span<const param> params,
                   const given_nodes& given, std::string_view id) {
    constexpr std::size_t depth = 3;  // of params in a request in a batch; no list is known in them
    to_learn_ -= std::min(to_learn_, 1u);
    if (depth_max_ < depth || !is_usual(message) || id == "null") return;

    std::array<slot, slots_max> all{};
    std::size_t count = 0;
    const auto add = [&](const slot& s) {
        std::size_t place = count++;
        for (; place > 0 && all[place - 1].token.data() > s.token.data(); --place)
            all[place] = all[place - 1];
        all[place] = s;
    };
    add({id, type_of_id(id), params.size()});
    for (std::size_t i = 0; i < params.size(); ++i) {
        if (given[i] == nullptr) continue;
        const kind type = type_of(*given[i], *params[i].type);
        if (type == kind::array || type == kind::object || type == kind::null) return;
        add({message.elsewhere(*given[i]).token(), type, i});
    }
    const std::span slots(all.data(), count);

    shape made{.method = &method, .slots = static_cast<std::uint32_t>(count), .id = 0,
               .given = {}, .pieces = {}, .text = {}};
    if (!cut(message.token(), slots, made)) return;
    made.given.fill(absent);
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
        made.pieces[i].type = slots[i].type;
        if (slots[i].param == params.size()) made.id = i;
        else made.given[slots[i].param] = static_cast<std::uint8_t>(i);
    }

    // Equal texts in equal pieces have equal values in equal places.
    const auto is_made = [&](const shape& s) {
        return s.pieces == made.pieces && s.text == made.text;
    };
    if (std::ranges::any_of(std::span(all_).first(known_), is_made)) return;
    all_[next_] = made;
    last_ = next_;
    known_ = std::max(known_, next_ + 1);
    next_ = (next_ + 1) % shapes_max;
}

}  // namespace callbox::rpc
