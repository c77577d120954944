// callbox/topic.hpp - events: a program publishes them to a topic, clients subscribe to them.
//
//     struct change { std::string sku; std::int64_t count; };        // with describe()
//
//     class store {
//     public:
//         callbox::topic<change> changed;
//         void receive(std::string sku, std::int64_t count) {
//             ...
//             changed.publish({sku, count});
//         }
//     };
//
// A row of the table names the topic and makes it an event (event.hpp). Without such a row, or
// without subscribers, publish() costs a lock.
//
// A topic is a member of the state, or a variable at namespace scope. One topic serves each server
// of this process whose table names it; other processes have their own.
#pragma once

#include <callbox/detail/publishing.hpp>

namespace callbox {

// Events with a payload of type T, which has a codec (codec.hpp) and views nothing. Throws
// std::bad_alloc when constructed without memory.
template <class T> class topic {
    static_assert(writable<T>, "callbox: the payload of a topic must have a codec: see codec.hpp");

public:
    topic() : shared_(detail::make_topic()) {}
    topic(const topic&) = delete;
    topic& operator=(const topic&) = delete;
    // Ends all subscriptions.
    ~topic() { detail::close(*shared_); }

    // Sends an event with that payload to all subscribers. May be called on any thread, also at the
    // same time as others: all subscribers get all events in the same order. Does not wait for any
    // client or loop. Writes the payload as JSON once, before it returns. If memory runs out or the
    // codec fails, the log names the reason, and the subscriptions end with reason "memory".
    void publish(const T& payload) noexcept {
        detail::publish(*shared_, &payload, detail::payload_functions_of<T>);
    }

private:
    template <auto> friend struct detail::topic_at;

    std::shared_ptr<events::topic> shared_;
};

}  // namespace callbox
