// The events of one loop: receives what is published, and queues it for the subscriptions of the
// loop's connections. Only programs whose table has events contain an implementation.
#pragma once

#include "observe/counter.hpp"
#include "rpc/subscriber.hpp"
#include "rpc/view.hpp"

namespace callbox::observe {
class logger;
}

namespace callbox::events {

// Why the server ends a subscription, in the wire's words.
enum class end_reason : std::uint8_t { overflow, scope, filter, memory, closed };
inline constexpr std::array<std::string_view, 5> end_reasons{"overflow", "scope", "filter",
                                                             "memory", "closed"};

// Each loop has its own and is its only writer.
struct event_counters {
    observe::counter subscriptions;  // now
    observe::counter published;  // while the topic has subscribers; by one of its loops
    observe::counter sent;
    observe::counter dropped;  // not sent to a subscription, as its client reads too slowly
    std::array<observe::counter, end_reasons.size()> ended;
};

// The subscriptions of a connection, and their messages that wait to be sent.
class stream : public rpc::subscriber {
public:
    virtual ~stream() = default;

    // Required before the stream is due.
    virtual void set_owner(void* owner) = 0;
    // Appends the next message, if there is one: a notification of JSON-RPC.
    virtual bool append_next(bytes& out) = 0;
    // Ends the subscriptions to events outside that view; null: all.
    virtual void admit(const rpc::view* sees) = 0;
    // Its connection can send again: hub::next_due() returns it if it has a message.
    virtual void resume() = 0;
};

// All functions are called on the loop's thread.
class hub {
public:
    virtual ~hub() = default;

    // Returns an empty string or one line of error. Ends of subscriptions are logged to `log`.
    [[nodiscard]] virtual std::string open(observe::logger& log) = 0;
    // Becomes readable when collect() has something to do.
    virtual int get() const = 0;
    virtual const event_counters& counts() const = 0;
    // rpc.unsubscribe.
    virtual rpc::protocol_method& unsubscribe() = 0;
    // `peer` outlives the stream. Throws std::bad_alloc.
    virtual std::unique_ptr<stream> make_stream(std::string_view peer) = 0;

    // Queues what was published. Returns true if it has stopped after a bounded amount of work.
    virtual bool collect() = 0;
    // Returns the owner of a stream that has a message, once for each message or resume(); null if
    // there is none.
    virtual void* next_due() = 0;
};

}  // namespace callbox::events
