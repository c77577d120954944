// callbox/subscription.hpp - the events that a client receives: what subscribe() of
// callbox::client, callbox::connection and generated clients returns. Part of connection.hpp.
//
//     auto changes = api.subscribe<"stock.changed">("A-1");
//     changes.on_gap([&](auto) { load_everything(); });
//     while (auto change = changes.next()) use(*change);
//     report(changes.error().message);
#pragma once

#include <callbox/detail/exchange.hpp>

#include <functional>

namespace callbox {

namespace detail {

// The part of subscription<T> that does not depend on T, made by a carrier (connection.hpp).
class event_source {
public:
    virtual ~event_source() = default;
    // The payload of the next event, valid until the next call; nothing: see messages.error().
    virtual std::optional<value> next(std::optional<std::uint32_t> timeout_ms) = 0;
    virtual bool has_ended() const = 0;
    virtual void stop() noexcept = 0;

    exchange messages;
    std::optional<std::int64_t> seq;  // of the last event
    std::function<void(std::optional<std::uint64_t>)> on_gap;
    std::function<void(const failure&)> on_lost;
};

}  // namespace detail

// A subscription to an event, and a connection of its own, independent of the client that made it.
// Destroying it ends the subscription.
//
// It has begun when subscribe() returns: later events are not missed, whenever next() is called. If
// subscribe() fails, the first next() returns the failure. If the connection is lost afterwards, or
// the server refuses it with 502, 503 or 504, next() subscribes again, until it succeeds: after the
// time that the server asks for (`retry:` and Retry-After, by default 1 s), at most twice as long
// by chance, and longer after each failure, up to 30 s. Where events have a seq (keeps, event.hpp),
// it then receives those published in the meantime; otherwise, or if they are no longer retained,
// there is a gap.
//
// One thread at a time may use it, except for stop(). Throws nothing but std::bad_alloc and what
// the functions given to on_gap() and on_lost() throw.
template <class T> class [[nodiscard]] subscription {
public:
    explicit subscription(std::unique_ptr<detail::event_source> from) : from_(std::move(from)) {}

    // Waits for the next event, and returns its payload. Failures that end the subscription are
    // returned again by each later call:
    //   -32006 or any other code of the server   the server ended the subscription or refused it;
    //           the data of -32006 is {"reason": "overflow", "missed": 3}
    //   transport::stopped                       by stop()
    //   another code of transport                as for a call; bad_answer: an event is longer than
    //                                            client_options::response_bytes_max
    //   not_understood   it is not an event, or an argument has no JSON form
    // If a payload is not a T, next() fails with not_understood, and then continues.
    result<T> next() { return read(from_->next(std::nullopt)); }
    // Waits for at most timeout_ms, then fails with transport::timed_out, which ends nothing. An
    // attempt to subscribe again is completed even so, within client_options::timeout_ms.
    result<T> next(std::uint32_t timeout_ms) { return read(from_->next(timeout_ms)); }

    // The seq of the last event, if it had one: pass it as `since` to a later subscription.
    std::optional<std::int64_t> seq() const { return from_->seq; }
    // Whether next() can return no more events.
    bool has_ended() const { return from_->has_ended(); }
    // The last failure that next() returned. Requires: there was one.
    const callbox::failure& error() const { return from_->messages.error(); }

    // Called by next(), before it returns or waits for the event after the gap, with the number of
    // events that were missed; nothing: any number, even none.
    void on_gap(std::function<void(std::optional<std::uint64_t>)> call) {
        from_->on_gap = std::move(call);
    }
    // Called by next() for each failure after which it will subscribe again.
    void on_lost(std::function<void(const callbox::failure&)> call) {
        from_->on_lost = std::move(call);
    }

    // Ends the subscription: next() returns at once. May be called on any thread and in a signal
    // handler. Requires: the subscription is neither moved nor destroyed meanwhile.
    void stop() noexcept { from_->stop(); }

private:
    result<T> read(std::optional<value> payload) {
        return detail::read_result<T>(from_->messages, payload);
    }

    std::unique_ptr<detail::event_source> from_;
};

}  // namespace callbox
