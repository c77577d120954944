// Input: the text of a message, not yet parsed. Output: the method and arguments of each request in
// it, if all are known.
#include "known_requests.hpp"

namespace callbox::rpc::fast {

namespace {

constexpr std::string_view request_members[] = {"jsonrpc", "method", "params", "id"};

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

}  // namespace

void layout::take(std::span<const char> text, const pieces& known, const node* scalars) {
    const bool fits = text.size() >= 16 && text.size() <= size_max;
    size = fits ? text.size() : none;
    if (!fits) return;
    std::memcpy(least.data(), text.data(), size);
    std::memcpy(most.data(), text.data(), size);
    std::copy(scalars, scalars + known.count, nodes.begin());
    known.place(nodes.data(), given);
    has_strings = false;
    for (const node& each : std::span(nodes).first(known.count)) {
        const std::span low(&least[each.at], each.length);
        const std::span high(&most[each.at], each.length);
        if (each.type == kind::string) {
            has_strings = true;
            std::ranges::fill(low, '\0');
            std::ranges::fill(high, '\xff');
        } else {
            widen_digits(low, high);
        }
    }
}

[[gnu::always_inline]] inline std::size_t known_requests::take_as(layout& which, known& one,
                                                                  request& out) {
    one.use.hit();
    which.used_in = message_;
    out.alike = &which;
    out.size = static_cast<std::uint32_t>(which.size);
    return which.size;
}

// Tries the other layout, or reads the scalars and keeps the exact layout instead of the other,
// unless a request of the same message uses that.
[[gnu::noinline]] std::size_t known_requests::take_slowly(known& one, bool is_asked,
                                                          std::span<char> text, document& target,
                                                          request& out) {
    layout& other = one.other();
    if (is_asked && other.matches(text, one.like.count)) {
        one.last = &other;
        return take_as(other, one, out);
    }
    out.alike = nullptr;
    out.first = nodes_used_;
    node* const nodes = target.nodes(out.first + scalars_max) + out.first;
    const std::size_t size = one.like.match(text.data(), text.size(), nodes);
    if (size == 0) return 0;
    out.size = static_cast<std::uint32_t>(size);
    nodes_used_ += one.like.count;
    if (is_asked && one.use.miss() && other.used_in != message_) {
        other.take(text.first(size), one.like, nodes);
        one.last = &other;
    }
    return size;
}

// Recognizes the request if it has these pieces, faster if it has the layout that matched last.
[[gnu::always_inline]] inline std::size_t known_requests::take(known& one, std::span<char> text,
                                                               document& target, request& out) {
    out.like = &one.like;
    out.text = text.data();
    const bool is_asked = one.use.asks();
    if (!is_asked || !one.last->matches(text, one.like.count))
        return take_slowly(one, is_asked, text, target, out);
    return take_as(*one.last, one, out);
}

// Tries all but last_, and sets last_ to the match. Returns 0 if there is none.
[[gnu::noinline]] std::size_t known_requests::search(std::span<char> text, document& target,
                                                     request& out) {
    const known* const tried = last_;
    for (const std::unique_ptr<known>& each : known_) {
        if (each.get() == tried || !each->like.may_match(text)) continue;
        last_ = each.get();
        if (const std::size_t size = take(*each, text, target, out)) return size;
    }
    return 0;
}

// Most requests match the previous one, or follow the same order as before.
bool known_requests::knows(std::span<char> text, document& target) {
    if (last_ == nullptr || text.empty() || text.size() > UINT32_MAX) return false;
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
        known* const before = std::exchange(last_, last_->follower);
        std::size_t size = take(*last_, text, target, each);
        if (size == 0) [[unlikely]] size = search(text, target, each);
        if (size == 0) return false;
        before->follower = last_;
        unused = unused.subspan(1);
        text = text.subspan(size);
    } while (is_batch && text.front() == ',');
    count_ = requests_.size() - unused.size();
    return text.size() == is_batch;
}

// Whether the message has neither escapes nor unknown members, which may be secrets that the time
// of comparisons would leak; and whether every batch of such requests is within the limit of values
// and needs no check.
bool known_requests::is_usual(value message) const {
    const std::span nodes(&message.as_node(), message.as_node().count);
    if (std::ranges::any_of(nodes, [](auto& n) { return n.escaped || n.rewritten; })) return false;
    for (const value::member m : message.members())
        if (std::ranges::find(request_members, m.name.text()) == std::end(request_members))
            return false;
    return batch_max_ != 0 && nodes.size() <= (nodes_max_ - 1) / batch_max_;
}

// Replaces the oldest one if there are enough. Learns nothing if memory runs out.
void known_requests::learn(value message, const row& method, std::span<const param> params,
                           const given_nodes& given, std::string_view id) {
    constexpr std::size_t depth = 3;  // of params in a request in a batch, without nested values
    to_learn_ -= std::min(to_learn_, 1u);
    if (depth_max_ < depth || !is_usual(message) || id == "null") return;
    pieces made;
    if (!made.cut(message, method, params, given, id)) return;

    // Equal texts in equal pieces have equal values in equal places.
    for (const std::unique_ptr<known>& each : known_)
        if (each->like.same_text(made)) return;
    const std::size_t place = learnt_ % known_max;
    if (place == known_.size()) try {
        known_.push_back(std::make_unique<known>());
    } catch (const std::bad_alloc&) {
        return;
    }
    ++learnt_;
    last_ = known_[place].get();
    last_->like = made;
    for (layout& each : last_->layouts) each.size = layout::none;
    last_->last = &last_->layouts[0];
    last_->use = cache_use(true);
    last_->follower = last_;
}

}  // namespace callbox::rpc::fast
