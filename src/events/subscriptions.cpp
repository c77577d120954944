#include "subscriptions.hpp"

#include "rpc/call_runner.hpp"

#include <callbox/method.hpp>

#include <sys/eventfd.h>

namespace callbox::events {

constexpr std::size_t offers_a_turn = 4096;  // of an event to a subscription

// ------------------------------------------------------------------------------------ subscription

shared_publication subscription::take_first() {
    shared_publication event = std::move(waiting[sent++]);
    waiting_bytes -= bytes_of(*event);
    retained_bytes -= std::min(retained_bytes, bytes_of(*event));
    if (waits()) return event;
    waiting.clear();
    sent = 0;
    return event;
}

// Moves those that wait to the front when most of the vector is free.
void subscription::put(const shared_publication& event) {
    if (sent * 2 > waiting.size()) {
        waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(sent));
        sent = 0;
    }
    if (waiting.size() == waiting.capacity()) {
        const std::size_t more = std::max<std::size_t>(waiting.capacity(), 4);
        if (!memory::take(more * sizeof event)) throw std::bad_alloc();
        counted_bytes += more * sizeof event;
        waiting.reserve(waiting.capacity() + more);
    }
    waiting.push_back(event);
    waiting_bytes += bytes_of(*event);
}

// ------------------------------------------------------------------------------------------ inbox

std::string inbox::open() {
    event_ = fd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    return event_ ? "" : std::string("cannot watch events: ") + std::strerror(errno);
}

void inbox::wake() noexcept {
    if (!is_awake_.exchange(true, std::memory_order_relaxed)) notify(get());
}

void inbox::put(std::size_t row, const shared_publication& event, bool is_first) noexcept {
    const lock_guard guard(mutex_);
    rest& after = rest_[row];
    try {
        if (after.lost == 0) entries_.push_back({row, event, is_first});
        else after.add({event->seq, nullptr});
    } catch (const std::bad_alloc&) {
        after.add({event->seq, std::current_exception()});
    }
    wake();
}

void inbox::put(std::size_t row, loss* lost) noexcept {
    const lock_guard guard(mutex_);
    if (lost != nullptr) rest_[row].add({lost->seq, std::exchange(lost->why, nullptr)});
    else rest_[row].is_closed = true;
    wake();
}

void inbox::collect(std::vector<entry>& entries, std::vector<rest>& after) {
    const lock_guard guard(mutex_);
    std::uint64_t count = 0;  // writers hold the lock: none remains unread
    (void)retried([&] { return ::read(event_.get(), &count, sizeof count); });
    is_awake_ = false;
    entries.swap(entries_);
    after.swap(rest_);
}

// -------------------------------------------------------------------------------- rpc.unsubscribe

namespace {

// Returns whether there was a subscription with that id.
bool unsubscribe(const caller& from, std::string_view subscription) {
    return from.call->subscriber != nullptr && from.call->subscriber->end(subscription);
}

// JSON-RPC reserves names that begin with "rpc." for the protocol.
constexpr api unsubscribing{
    method<"unsubscribe", unsubscribe>("Ends a subscription.", "subscription"),
};
constexpr table unsubscribing_table{unsubscribing};

}  // namespace

// -------------------------------------------------------------------------------------------- hub

std::unique_ptr<hub> make_hub(const table& methods, const limits& bounds) {
    return std::make_unique<hub_of_table>(methods, bounds);
}

hub_of_table::hub_of_table(const table& methods, const limits& bounds)
    : methods_(methods), bounds_(&bounds), unsubscribe_("rpc.unsubscribe", unsubscribing_table),
      inbox_(methods.rows.size()), channels_(methods.rows.size()), rest_(methods.rows.size()) {}

std::unique_ptr<stream> hub_of_table::make_stream(std::string_view peer) {
    return std::make_unique<connection_stream>(*this, peer);
}

// A loss, and the end of a topic, are handled after the events before them.
bool hub_of_table::collect() {
    if (!is_behind()) {
        if (!inbox_.has_news()) return false;
        entries_.clear();
        next_ = 0;
        inbox_.collect(entries_, rest_);
    }
    std::size_t offered = 0;
    for (; is_behind() && offered < offers_a_turn; ++next_) {
        inbox::entry& each = entries_[next_];
        const channel& to = channels_[each.row];
        offered += to.subscribers.size() + 1;
        if (each.is_first) counts_.published.add();
        for (subscription* s : to.subscribers)
            if (each.event->seq > s->after) pass(*s, each.event);
        each.event.reset();
    }
    if (is_behind()) return true;
    for (std::size_t row = 0; row < rest_.size(); ++row) {
        const inbox::rest after = std::exchange(rest_[row], {});
        if (after.lost == 0 && !after.is_closed) continue;
        if (after.last.why) log_loss(methods_.rows[row].name, after.last.why);
        for (subscription* s : channels_[row].subscribers) {
            const bool is_lost = after.last.seq > s->after;
            if (is_lost) s->missed += std::min(after.lost, after.last.seq - s->after);
            if (is_lost || after.is_closed)
                end(*s, is_lost ? end_reason::memory : end_reason::closed);
        }
    }
    return false;
}

// Allocates nothing, as memory may have run out.
void hub_of_table::log_loss(std::string_view event, const std::exception_ptr& why) const try {
    std::rethrow_exception(why);
} catch (const std::exception& thrown) {
    log_->event(log_level::warn, "event lost", {{"method", event}, {"reason", thrown.what()}});
} catch (...) {
    log_->event(log_level::warn, "event lost", {{"method", event}});
}

// Passes an event to a subscription, unless its filter refuses it.
void hub_of_table::pass(subscription& s, const shared_publication& event) try {
    assert(s.filter == nullptr || event->value != nullptr);  // the topic copies since s began
    if (s.filter == nullptr || s.filter->takes(event->value.get(), s.from->view())) queue(s, event);
} catch (...) {
    end(s, end_reason::filter);
}

// A single event may be larger than the limit.
void hub_of_table::queue(subscription& s, const shared_publication& event) try {
    if (s.ended) return miss(s);
    const overflow_policy policy = row_of(s).event.when_full;
    const std::size_t size = subscription::bytes_of(*event);
    const std::size_t most = bounds_->subscription_bytes_max;
    const auto is_full = [&] {
        return s.waits() && s.waiting_bytes + size > most + s.retained_bytes;
    };
    if (policy == overflow_policy::latest)
        while (s.waits()) (void)s.take_first();
    if (policy == overflow_policy::drop_oldest)
        for (; is_full(); miss(s)) (void)s.take_first();
    if (is_full()) return end(s, end_reason::overflow), miss(s);
    s.put(event);
    make_due(*s.owner);
} catch (const std::bad_alloc&) {
    ++s.missed;
    end(s, end_reason::memory);
}

void hub_of_table::miss(subscription& s) {
    ++s.missed;
    counts_.dropped.add();
}

// The subscription is removed once its last message is sent.
void hub_of_table::end(subscription& s, end_reason why) {
    if (s.ended) return;
    s.ended = why;
    counts_.ended[static_cast<std::size_t>(why)].add();
    make_due(*s.owner);
}

void hub_of_table::add(subscription& s, const std::shared_ptr<topic>& source) {
    channel& to = channels_[s.row];
    to.subscribers.push_back(&s);
    to.source = source;
    counts_.subscriptions.add();
}

void hub_of_table::remove(const subscription& s) {
    channel& from = channels_[s.row];
    if (std::erase(from.subscribers, &s) == 0) return;
    counts_.subscriptions.decrement();
    if (!from.subscribers.empty() || from.source == nullptr) return;
    from.source->disconnect(inbox_, s.row);
    from.source.reset();
}

void hub_of_table::make_due(connection_stream& s) {
    due_.splice(due_.end(), s.place_);
}

void hub_of_table::unlink(connection_stream& s) {
    if (s.place_.empty()) s.place_.splice(s.place_.end(), due_, s.self_);
}

void* hub_of_table::next_due() {
    if (due_.empty()) return nullptr;
    connection_stream& s = *due_.front();
    unlink(s);
    return s.owner_;
}

}  // namespace callbox::events

namespace callbox::detail {

result<std::string> subscribe(const caller& from, const std::shared_ptr<events::topic>& to,
                              std::unique_ptr<filter> filter, std::optional<std::int64_t> since) {
    return from.call->subscriber->begin(*from.call->method, from, to, std::move(filter), since);
}

}  // namespace callbox::detail
