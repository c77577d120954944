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

template <class Word> bool is_same_word(const char* a, const char* b) {
    Word x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x == y;
}

#if defined(__SSE2__)
bool is_same_16(const char* a, const char* b) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(a));
    const __m128i y = _mm_loadu_si128(reinterpret_cast<const __m128i*>(b));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(x, y)) == 0xffff;
}
#else
bool is_same_16(const char* a, const char* b) { return std::memcmp(a, b, 16) == 0; }
#endif

// For texts so short that to call memcmp() would take longer than it works. Requires: not empty.
[[gnu::always_inline]] inline bool is_same(const char* a, const char* b, std::size_t size) {
    if (size == 1) return *a == *b;  // a comma
    if (size >= 16) {
        const std::size_t last = size - 16;
        for (std::size_t at = 0; at < last; at += 16)
            if (!is_same_16(a + at, b + at)) return false;
        return is_same_16(a + last, b + last);
    }
    const auto both_ends = [&]<class Word>(Word) {
        const std::size_t last = size - sizeof(Word);
        return is_same_word<Word>(a, b) && is_same_word<Word>(a + last, b + last);
    };
    if (size >= 8) return both_ends(std::uint64_t{});
    if (size >= 4) return both_ends(std::uint32_t{});
    return both_ends(std::uint16_t{});
}

void note(node& to, kind type, const char* begin, const char* first, const char* last) {
    to = {.type = type, .escaped = false, .rewritten = false, .truth = false,
          .at = static_cast<std::uint32_t>(first - begin),
          .length = static_cast<std::uint32_t>(last - first), .count = 1};
}

// What is neither an integer without a minus nor a string.
[[gnu::noinline]] const char* take_other(const char* begin, const char* at, const char* end,
                                         node& to) {
    const char* const first = at;
    if (*at == 't' || *at == 'f') {
        const std::string_view word = *at == 't' ? "true" : "false";
        if (!std::string_view(at, end).starts_with(word)) return nullptr;
        note(to, kind::boolean, begin, first, first + word.size());
        to.truth = *first == 't';
        return first + word.size();
    }
    at += *at == '-';
    const char* const whole = at;
    if (!number_scan::take_digits(at) || (*whole == '0' && at != whole + 1)) return nullptr;
    const char* const integer = at;
    if (!number_scan::take_fraction(at)) return nullptr;
    note(to, at == integer ? kind::integer : kind::number, begin, first, at);
    return at;
}

// Takes the scalar at `at` if it is a usual one: a number, a boolean, or a string that is its own
// text. Returns the place behind it; null for what is the parser's. RFC 8259, 3, 6 and 7.
// Requires: the last byte before `end` is a bracket. It ends any number, so that none is read on.
[[gnu::always_inline]] inline const char* take_scalar(const char* begin, const char* at,
                                                      const char* end, node& to) {
    const char* const first = at;
    if (*at == '"') {
        at = string_scan::end_of_run(at + 1, end);
        if (at == end || *at != '"') return nullptr;
        note(to, kind::string, begin, first + 1, at);
        return at + 1;
    }
    if (*at < '1' || *at > '9') return take_other(begin, at, end, to);
    do ++at;
    while (ascii::is_digit(*at));
    if (number_scan::at_fraction(at)) return take_other(begin, first, end, to);
    note(to, kind::integer, begin, first, at);
    return at;
}

kind kind_of(const node& n) { return n.type == kind::number ? kind::integer : n.type; }

// Returns the place behind the request at `at` if it has that shape, else null.
// Requires: `nodes` has room for its scalars.
[[gnu::always_inline]] inline const char* take(const shapes::shape& like, const char* begin,
                                               const char* at, const char* end, node* nodes,
                                               std::string_view& id) {
    const char* kept = like.text.data();
    for (const shapes::piece *each = like.pieces.data(), *last = each + like.slots;; ++each) {
        const std::size_t size = each->size;
        if (static_cast<std::size_t>(end - at) < size || !is_same(at, kept, size)) return nullptr;
        at += size;
        kept += size;
        if (each == last) return at;
        if (at == end) return nullptr;
        const char* const first = at;
        if ((at = take_scalar(begin, at, end, *nodes)) == nullptr) return nullptr;
        if (each->before_id) {
            if (nodes->type == kind::boolean) return nullptr;
            id = {first, static_cast<std::size_t>(at - first)};
        } else if (kind_of(*nodes++) != each->type) {
            return nullptr;
        }
    }
}

// How deep the brackets are nested. Requires: JSON without escapes.
std::size_t depth_of(std::string_view text) {
    std::size_t depth = 0, deepest = 0;
    bool in_string = false;
    for (const char c : text) {
        if (c == '"') in_string = !in_string;
        if (in_string) continue;
        if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
        if (c == '}' || c == ']') --depth;
    }
    return deepest;
}

bool is_usual(const node& n) {
    return n.type != kind::array && n.type != kind::object && n.type != kind::null;
}

// A scalar that a shape leaves out.
struct slot {
    std::string_view token;
    std::size_t param;  // or as many as there are: it is the id
};

// The pieces of a text around its slots, which are in its order. False: it is too long.
bool cut(std::string_view text, std::span<const slot> slots, shapes::shape& out) {
    const char* at = text.data();
    char* to = out.text.data();
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

// Finds what the request at `at` is like and returns the place behind it, else null. Most are like
// the one before.
inline const char* shapes::find(const char* begin, const char* at, const char* end, node* nodes,
                                request& found) {
    for (std::size_t i = 0, which = last_; i < known_; ++i, which = (which + 1) % known_) {
        const char* const behind = take(all_[which], begin, at, end, nodes, found.id);
        if (behind == nullptr) continue;
        found.like = &all_[which];
        last_ = which;
        return behind;
    }
    return nullptr;
}

bool shapes::knows(std::span<char> text, document& into) {
    count_ = 0;
    if (known_ == 0 || text.empty() || text.size() > UINT32_MAX) return false;
    const char* at = text.data();
    const char* const end = at + text.size();
    is_batch_ = *at == '[';
    if (end[-1] != (is_batch_ ? ']' : '}')) return false;
    std::size_t nodes = is_batch_;
    std::uint32_t first = 0;
    do {
        at += is_batch_;
        if (is_batch_ && count_ == batch_max_) return false;
        if (count_ == requests_.size()) [[unlikely]] requests_.resize(2 * count_ + 1);
        request& found = requests_[count_++];
        found.first = first;
        into.borrow(text, first + method_params_max + 1);
        if ((at = find(text.data(), at, end, &into.at(first), found)) == nullptr) return false;
        if (found.like->depth + is_batch_ > depth_max_) return false;
        if ((nodes += found.like->nodes) > nodes_max_) return false;
        first += found.like->slots - 1u;
    } while (is_batch_ && *at == ',');
    return at + is_batch_ == end;
}

bool shapes::read(std::span<char> text, document& into) {
    static constexpr unsigned misses_max = 16, tried_each = 16, learnt_each = 4, learnt_max = 4;
    to_learn_ = 0;
    if (recent_misses_ == misses_max && skipped_++ % tried_each != 0) return false;
    if (knows(text, into)) [[likely]] {
        recent_misses_ -= std::min(recent_misses_, 4u);
        return true;
    }
    recent_misses_ = std::min(recent_misses_ + 1, misses_max);
    if (misses_++ % learnt_each == 1) to_learn_ = learnt_max;
    return false;
}

void shapes::bind(const request& r, document& text, given_nodes& given) {
    const shape& like = *r.like;
    node* const first = &text.at(r.first);
    for (std::size_t i = 0; i < like.method->params.count; ++i)
        given[i] = like.given[i] == absent ? nullptr : first + like.given[i];
}

void shapes::learn(value message, const row& method, std::span<node* const> given,
                   std::string_view id) {
    to_learn_ -= std::min(to_learn_, 1u);
    const std::span nodes(&message.as_node(), message.as_node().count);
    const bool is_plain = std::ranges::none_of(
        nodes, [](const node& n) { return n.escaped || n.rewritten; });
    if (!is_plain || id == "null") return;

    std::array<slot, method_params_max + 1> all{};
    std::size_t count = 0;
    const auto add = [&](const slot& s) {
        std::size_t place = count++;
        for (; place > 0 && all[place - 1].token.data() > s.token.data(); --place)
            all[place] = all[place - 1];
        all[place] = s;
    };
    add({id, given.size()});
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i] == nullptr) continue;
        if (!is_usual(*given[i])) return;
        add({message.elsewhere(*given[i]).token(), i});
    }
    const std::span slots(all.data(), count);

    shape made{.method = &method, .slots = static_cast<std::uint32_t>(count),
               .nodes = nodes.size(), .depth = depth_of(message.token()),
               .pieces = {}, .given = {}, .text = {}};
    if (!cut(message.token(), slots, made)) return;
    made.given.fill(absent);
    std::uint8_t next = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        made.pieces[i].before_id = slots[i].param == given.size();
        if (made.pieces[i].before_id) continue;
        made.pieces[i].type = kind_of(*given[slots[i].param]);
        made.given[slots[i].param] = next++;
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
