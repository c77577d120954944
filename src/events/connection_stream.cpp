// The messages of a connection's subscriptions.
#include "rpc/call_runner.hpp"
#include "subscriptions.hpp"

namespace callbox::events {

namespace {

void append_number(bytes& out, std::string_view key, std::uint64_t number) {
    out.append(key);
    out.append(digits(number));
}

// The start of a notification, up to the id of the subscription.
void begin_message(bytes& out, std::string_view event, std::uint64_t id) {
    out.append(R"({"jsonrpc":"2.0","method":")");
    out.append(event);
    append_number(out, R"(","params":{"subscription":")", id);
    out.append('"');
}

failure cannot_resume(std::optional<std::uint64_t> missed) {
    failure made{rpc::cannot_resume, "Cannot resume"};
    made.data = json::parse(missed ? R"({"missed":)" + std::to_string(*missed) + '}'
                                   : R"({"missed":null})");
    return made;
}

}  // namespace

connection_stream::~connection_stream() {
    connection_stream::undo(0);
    hub_.unlink(*this);
}

void connection_stream::undo(std::size_t count) {
    while (all_.size() > count) remove(all_.size() - 1);
}

result<std::string> connection_stream::begin(const row& event, const caller& from,
                                             const std::shared_ptr<topic>& to,
                                             std::unique_ptr<detail::filter> filter,
                                             std::optional<std::int64_t> since) {
    if (all_.size() >= hub_.bounds_->subscriptions_max)
        return failure{rpc::too_many_subscriptions, "Too many subscriptions"};
    const std::size_t row = hub_.methods_.index_of(event);
    all_.push_back(std::make_unique<subscription>(subscription{
        .owner = this, .id = last_id_ + 1, .row = row, .filter = std::move(filter)}));
    subscription& s = *all_.back();
    try {
        if (!memory::take(sizeof s)) throw std::bad_alloc();
        s.counted_bytes = sizeof s;
        if (s.filter != nullptr) s.from = std::make_unique<rpc::kept_caller>(from);
        hub_.add(s, to);
        const topic::beginning start =
            to->begin({&hub_.inbox_, row, s.filter != nullptr, event.event.keeps}, since);
        if (start.has_gap) {
            remove(all_.size() - 1);
            return cannot_resume(start.missed);
        }
        s.after = start.after;
        for (const shared_publication& each : start.retained) {
            s.retained_bytes += subscription::bytes_of(*each);
            hub_.pass(s, each);
            s.retained_bytes = s.waiting_bytes;
        }
    } catch (...) {
        remove(all_.size() - 1);
        throw;
    }
    return std::to_string(++last_id_);
}

bool connection_stream::end(std::string_view id) {
    for (std::size_t at = 0; at < all_.size(); ++at) {
        if (digits(all_[at]->id) != id) continue;
        remove(at);
        return true;
    }
    return false;
}

void connection_stream::remove(std::size_t at) {
    hub_.remove(*all_[at]);
    memory::give(all_[at]->counted_bytes);
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(at));
    if (turn_ > at) --turn_;
}

// Each subscription in turn.
bool connection_stream::append_next(bytes& out) {
    for (std::size_t tried = 0; tried < all_.size(); ++tried) {
        const std::size_t at = (turn_ + tried) % all_.size();
        subscription& s = *all_[at];
        if (!s.has_message()) continue;
        turn_ = at + 1;
        if (s.waits()) {
            append_event(out, s);
        } else {
            append_end(out, s);
            remove(at);
        }
        return true;
    }
    return false;
}

// {"jsonrpc":"2.0","method":NAME,"params":{"subscription":ID[,"seq":N][,"missed":N],"result":...}}
void connection_stream::append_event(bytes& out, subscription& s) {
    const shared_publication event = s.take_first();
    hub_.counts_.sent.add();
    const row& r = hub_.row_of(s);
    begin_message(out, r.name, s.id);
    if (r.event.keeps != 0) append_number(out, R"(,"seq":)", event->seq);
    if (s.missed != 0 && !s.ended)
        append_number(out, R"(,"missed":)", std::exchange(s.missed, 0));
    out.append(R"(,"result":)");
    out.append(event->payload());
    out.append("}}");
}

void connection_stream::append_end(bytes& out, const subscription& s) {
    const std::string_view reason = end_reasons[static_cast<std::size_t>(*s.ended)];
    const row& r = hub_.row_of(s);
    begin_message(out, r.name, s.id);
    out.append(R"(,"error":{"code":-32006,"message":"Subscription ended","data":{"reason":")");
    out.append(reason);
    append_number(out, R"(","missed":)", s.missed);
    out.append("}}}}");
    hub_.log_->event(log_level::info, "subscription_end",
                     {{"method", r.name},
                      {"peer", peer_},
                      {"reason", reason},
                      {"missed", static_cast<std::int64_t>(s.missed)}});
}

void connection_stream::admit(const rpc::view* sees) {
    for (const auto& each : all_)
        if (sees == nullptr || !sees->has(hub_.row_of(*each))) {
            for (; each->waits(); hub_.miss(*each)) (void)each->take_first();
            hub_.end(*each, end_reason::scope);
        }
}

void connection_stream::resume() {
    if (std::ranges::any_of(all_, [](const auto& each) { return each->has_message(); }))
        hub_.make_due(*this);
}

}  // namespace callbox::events
