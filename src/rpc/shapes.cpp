// Fast path. Input: the text of a message, not yet parsed. Output: the method and arguments of each
// request in it if all have a known layout. Otherwise dispatch parses the message.
#include "shapes.hpp"

#include "base/ascii.hpp"
#include "base/block.hpp"
#include "json/number_scan.hpp"
#include "json/string_scan.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace callbox::rpc {

namespace {

void note(node& to, kind type, std::size_t at, std::size_t end) {
    const node made{.type = type, .escaped = false, .rewritten = false, .truth = false,
                    .at = static_cast<std::uint32_t>(at),
                    .length = static_cast<std::uint32_t>(end - at), .count = 1};
    std::memcpy(&to, &made, sizeof made);  // two stores; an assignment takes six
}

// Each of these reads a scalar at `at` and returns the place after it; 0 leaves it to the parser.
// Requires: the last byte before `end` is a bracket, which ends any number.

// An integer, RFC 8259, 6. The text after it is compared with the layout, which has no digit or
// fraction there.
[[gnu::always_inline]] inline std::size_t take_integer(const char* text, std::size_t at, node& to) {
    const std::size_t first = at;
    if (!ascii::is_digit(text[at]) && (text[at] != '-' || !ascii::is_digit(text[++at]))) return 0;
    if (text[at] == '0') ++at;
    else while (ascii::is_digit(text[++at])) {}
    note(to, kind::integer, first, at);
    return at;
}

// A string without escapes, RFC 8259, 7.
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
    const auto after = static_cast<std::size_t>(last - text);
    if (after != integer) note(to, kind::number, at, after);
    return after;
}

[[gnu::always_inline]] inline std::size_t take_scalar(kind type, const char* text, std::size_t at,
                                                      std::size_t end, node& to) {
    if (type == kind::integer) return take_integer(text, at, to);
    if (type == kind::string) return take_string(text, at, end, to);
    return type == kind::number ? take_number(text, at, to) : take_boolean(text, at, end, to);
}

// Returns the size of the request at the beginning of `text` if it has that layout, else 0.
// Requires: `nodes` has room for its scalars; the last byte before `end` is a bracket, so another
// byte follows each piece but the last.
std::size_t take(const shapes::shape& like, const char* text, std::size_t end, node* nodes) {
    const char* kept = like.text.data();
    const shapes::piece* each = like.pieces.data();
    std::size_t at = 0;
    for (const shapes::piece* const last = each + like.slots;; ++each, ++nodes) {
        const std::size_t after = at + each->size;
        if (after > end) return 0;
        if (std::memcmp(text + at, kept, each->size) != 0) return 0;
        if (each == last) return after;
        kept += each->size;
        at = take_scalar(each->type, text, after, end, *nodes);
        if (at == 0) return 0;
    }
}

// Whether each byte is within its bounds. Requires: at least 16 bytes.
[[gnu::always_inline]] inline bool is_within(const char* text, const shapes::layout& bounds) {
    block outside{};
    const auto compare = [&](std::size_t at) {
        const block given = block_at(text + at);
        const block least = block_at(&bounds.least[at]), most = block_at(&bounds.most[at]);
        const block raised = given < least ? least : given;
        outside |= given ^ (raised > most ? most : raised);
    };
    for (std::size_t at = 0; at + 16 < bounds.size; at += 16) compare(at);
    compare(bounds.size - 16);
    return is_zero(outside);
}

// Whether the text begins with a request of that exact layout.
[[gnu::always_inline]] inline bool is_alike(const shapes::layout& like, std::span<char> text,
                                            std::size_t slots) {
    if (like.size > text.size() || !is_within(text.data(), like)) return false;
    const auto is_plain = [&](const node& each) {
        const char* const first = text.data() + each.at;
        const char* const last = first + each.length;
        return each.type != kind::string || string_scan::end_of_run(first, last) == last;
    };
    return !like.has_strings || std::ranges::all_of(std::span(like.nodes).first(slots), is_plain);
}

// Allows any digit in place of a digit, except a leading 0 (RFC 8259, 6).
void widen_digits(std::span<char> least, std::span<char> most) {
    for (std::size_t i = 0; i < least.size(); ++i) {
        if (!ascii::is_digit(least[i])) continue;
        const bool is_first = i == 0 || (i == 1 && least[0] == '-');
        const bool is_alone = i + 1 == least.size() || !ascii::is_digit(least[i + 1]);
        least[i] = is_first && !is_alone ? '1' : '0';
        most[i] = '9';
    }
}

constexpr std::string_view request_members[] = {"jsonrpc", "method", "params", "id"};

// A scalar that is not part of the layout.
struct slot {
    std::string_view token;
    kind type;          // of the scalars that may replace it
    std::size_t param;  // the number of parameters for the id
};

// Parameters that accept a fraction accept whole numbers too.
kind type_of(const node& given, const type& wanted) {
    const type& one = wanted.form == type_form::optional ? *wanted.element : wanted;
    const bool is_any_number = given.type == kind::integer && one.form != type_form::integer;
    return is_any_number ? kind::number : given.type;
}

kind type_of_id(std::string_view token) {
    if (token[0] == '"') return kind::string;
    return token.find_first_of(".eE") == token.npos ? kind::integer : kind::number;
}

// The pieces of a text around its slots, which are in text order. False: the text is too long.
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

void shapes::place(const shape& like, node* first, given_nodes& given) {
    for (std::size_t i = 0; i < like.method->params.count; ++i)
        given[i] = like.given[i] == absent ? nullptr : first + like.given[i];
}

// Keeps the exact layout of a request and the nodes of its scalars.
void shapes::keep(const request& r, const node* nodes, layout& out) {
    const bool fits = r.size >= 16 && r.size <= out.size_max;
    out.size = fits ? r.size : out.none;
    if (!fits) return;
    std::copy(r.text, r.text + r.size, out.least.begin());
    std::copy(r.text, r.text + r.size, out.most.begin());
    std::copy(nodes, nodes + r.like->slots, out.nodes.begin());
    place(*r.like, out.nodes.data(), out.given);
    out.has_strings = false;
    for (const node& each : std::span(out.nodes).first(r.like->slots)) {
        const std::span least(&out.least[each.at], each.length);
        const std::span most(&out.most[each.at], each.length);
        if (each.type == kind::string) {
            out.has_strings = true;
            std::ranges::fill(least, '\0');
            std::ranges::fill(most, '\xff');
        } else {
            widen_digits(least, most);
        }
    }
}

// Reads the scalars of a request and keeps its exact layout, unless a request of the same message
// uses the kept one.
[[gnu::noinline]] std::size_t shapes::take_uncached(known_shape& known, bool is_asked,
                                                    std::span<char> text, document& target,
                                                    request& out) {
    out.alike = nullptr;
    out.first = nodes_used_;
    node* const nodes = target.nodes(out.first + slots_max) + out.first;
    const std::size_t size = rpc::take(known.like, text.data(), text.size(), nodes);
    if (size == 0) return 0;
    out.size = static_cast<std::uint32_t>(size);
    nodes_used_ += known.like.slots;
    layout& last = known.last;
    if (is_asked && last.use.miss() && last.used_in != message_) keep(out, nodes, last);
    return size;
}

// Does the same, faster if the request has the exact layout of an earlier one.
[[gnu::always_inline]] inline std::size_t shapes::take(known_shape& known, std::span<char> text,
                                                       document& target, request& out) {
    layout& last = known.last;
    out.like = &known.like;
    out.text = text.data();
    const bool is_asked = last.use.asks();
    if (!is_asked || !is_alike(last, text, known.like.slots))
        return take_uncached(known, is_asked, text, target, out);
    last.use.hit();
    last.used_in = message_;
    out.alike = &last;
    out.size = static_cast<std::uint32_t>(last.size);
    return last.size;
}

// Most requests have the layout of the previous one, or occur in the same order as before.
bool shapes::knows(std::span<char> text, document& target) {
    if (known_ == 0 || text.empty() || text.size() > UINT32_MAX) return false;
    static_assert('[' + 2 == ']' && '{' + 2 == '}');
    if (text.front() + 2 != text.back()) return false;
    const bool is_batch = text.front() == '[';
    ++message_;
    std::span<request> unused = requests_;
    nodes_used_ = 0;
    do {
        text = text.subspan(is_batch);
        if (unused.empty()) [[unlikely]] {
            const std::size_t count = requests_.size();
            if (is_batch && count == batch_max_) return false;
            requests_.resize(std::min(2 * count + 1, batch_max_));
            unused = std::span(requests_).subspan(count);
        }
        request& each = unused.front();
        known_shape* const before = std::exchange(last_, last_->follower);
        std::size_t size, tried = 0;
        while ((size = take(*last_, text, target, each)) == 0) {
            if (++tried == known_) return false;
            if (++last_ == all_.data() + known_) last_ = all_.data();
        }
        before->follower = last_;
        unused = unused.subspan(1);
        text = text.subspan(size);
    } while (is_batch && text.front() == ',');
    count_ = requests_.size() - unused.size();
    return text.size() == is_batch;
}

// Whether the message has no escapes and no unknown members, which may be secrets: the time of
// comparisons would leak them. And whether every batch of such requests is within the limit of
// values and needs no check.
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
    constexpr std::size_t depth = 3;  // of params in a request in a batch, without nested values
    to_learn_ -= std::min(to_learn_, 1u);
    if (depth_max_ < depth || !is_usual(message) || id == "null") return;

    std::array<slot, slots_max> all{};
    std::size_t count = 0;
    all[count++] = {id, type_of_id(id), params.size()};
    for (std::size_t i = 0; i < params.size(); ++i) {
        if (given[i] == nullptr) continue;
        const kind type = type_of(*given[i], *params[i].type);
        if (type == kind::array || type == kind::object || type == kind::null) return;
        all[count++] = {message.elsewhere(*given[i]).token(), type, i};
    }
    const std::span slots(all.data(), count);
    for (std::size_t i = 1; i < count; ++i)  // in the order of the text
        for (std::size_t at = i; at > 0 && all[at - 1].token.data() > all[at].token.data(); --at)
            std::swap(all[at - 1], all[at]);

    shape made{.method = &method, .params = params.data(),
               .slots = static_cast<std::uint32_t>(count), .id = 0, .given = {}, .pieces = {},
               .text = {}};
    if (!cut(message.token(), slots, made)) return;
    made.given.fill(absent);
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
        made.pieces[i].type = slots[i].type;
        if (slots[i].param == params.size()) made.id = i;
        else made.given[slots[i].param] = static_cast<std::uint8_t>(i);
    }

    // Equal texts in equal pieces have equal values in equal places.
    const auto is_made = [&](const known_shape& s) {
        return s.like.pieces == made.pieces && s.like.text == made.text;
    };
    if (std::ranges::any_of(std::span(all_).first(known_), is_made)) return;
    last_ = &all_[next_];
    last_->like = made;
    last_->last.size = layout::none;
    last_->last.use = cache_use(true);
    known_ = std::max(known_, next_ + 1);
    next_ = (next_ + 1) % shapes_max;
}

}  // namespace callbox::rpc
