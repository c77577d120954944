#include "topic.hpp"

#include "base/fd.hpp"

#include <bit>
#include <stdexcept>

namespace callbox::events {

namespace {

// Throws std::bad_alloc, std::domain_error, or what the codec throws.
std::shared_ptr<publication> make(const void* payload, const detail::payload_functions& of) {
    auto made = std::make_shared<publication>();
    bytes text(memory::budget::clients);
    writer to(text);
    of.write(to, payload);
    if (to.misuse_at_end() != writer::misuse::none)
        throw std::domain_error("the payload has a number or a text that JSON cannot represent");
    if (text.overflowed()) throw std::bad_alloc();
    made->text = memory::make<char>(text.size(), memory::budget::clients);
    std::ranges::copy(text.view(), made->text.get());
    return made;
}

}  // namespace

// Begins with 10^15 and 52 random bits, as a clock may start with the same time again. Two
// processes with n events each have a number in common with a probability of n / 2^51; a client has
// a number that another process retains, of 65,536 at most, with 1 / 2^36. A million events a
// second stay below 2^53, which all JSON readers can represent, for 100 years.
topic::topic()
    : first_(1'000'000'000'000'000 + (std::bit_cast<std::uint64_t>(random_bytes<8>()) >> 12)),
      next_(first_) {}

// Writes and copies the payload without the lock, as its codec may publish too; a subscription that
// begins meanwhile may need the copy. Under the lock, all feeds get all events in the same order.
void topic::publish(const void* payload, const detail::payload_functions& of) noexcept {
    std::shared_ptr<publication> event;
    loss lost{};
    lock_guard guard(mutex_);
    for (bool is_made = false, copies = false; !is_made || copies != copies_; is_made = true) {
        if (connections_.empty() && retained_.empty()) return;
        copies = copies_;
        guard.unlock();
        try {
            if (!is_made) event = make(payload, of);
            if (event != nullptr && copies && of.copy != nullptr) event->value = of.copy(payload);
        } catch (...) {
            event.reset();
            lost.why = std::current_exception();
        }
        guard.lock();
    }
    const std::uint64_t seq = lost.seq = next_++;
    if (event == nullptr) {
        for (shared_publication& each : retained_) each.reset();
        for (const subscriber& each : connections_) each.to->put(each.row, &lost);
        return;
    }
    event->seq = seq;
    if (!retained_.empty()) retained_[seq % retained_.size()] = event;
    for (const subscriber& each : connections_)
        each.to->put(each.row, event, &each == connections_.data());
}

void topic::close() noexcept {
    const lock_guard guard(mutex_);
    for (const subscriber& each : connections_) each.to->put(each.row, nullptr);
    connections_.clear();
    retained_.clear();
}

topic::beginning topic::begin(const subscriber& wanted, std::optional<std::int64_t> since) {
    const lock_guard guard(mutex_);
    retain(wanted.keeps);
    copies_ |= wanted.filters || wanted.keeps != 0;
    beginning made{.after = next_ - 1};
    if (since) find_retained(*since, made);
    if (made.has_gap) return made;
    const bool is_connected = std::ranges::any_of(connections_, [&](const subscriber& each) {
        return each.to == wanted.to && each.row == wanted.row;
    });
    if (!is_connected) connections_.push_back(wanted);
    return made;
}

// An event is at the place of its seq.
void topic::retain(std::size_t most) {
    if (most <= retained_.size()) return;
    std::vector<shared_publication> more(most);
    for (shared_publication& each : retained_)
        if (each != nullptr) more[each->seq % most] = std::move(each);
    retained_ = std::move(more);
}

void topic::find_retained(std::int64_t since, beginning& made) const {
    const auto last = static_cast<std::uint64_t>(std::max<std::int64_t>(since, 0));
    made.has_gap = last < first_ || last >= next_;  // a number of another process
    for (std::uint64_t seq = next_ - 1; !made.has_gap && seq != last; --seq) {
        const shared_publication& event = retained_[seq % retained_.size()];
        made.has_gap = event == nullptr || event->seq != seq;
        if (made.has_gap) made.missed = seq - last;
        else made.retained.push_back(event);
    }
    std::ranges::reverse(made.retained);
}

void topic::disconnect(const feed& from, std::size_t row) noexcept {
    const lock_guard guard(mutex_);
    std::erase_if(connections_,
                  [&](const subscriber& each) { return each.to == &from && each.row == row; });
}

}  // namespace callbox::events

namespace callbox::detail {

std::shared_ptr<events::topic> make_topic() { return std::make_shared<events::topic>(); }
void close(events::topic& closed) noexcept { closed.close(); }
void publish(events::topic& to, const void* payload, const payload_functions& of) noexcept {
    to.publish(payload, of);
}

}  // namespace callbox::detail
