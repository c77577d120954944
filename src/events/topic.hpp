// A topic behind callbox::topic<T>: numbers and retains its events, and passes them to the feeds of
// the loops that have subscribers. Thread-safe.
#pragma once

#include "base/mutex.hpp"

#include <callbox/detail/publishing.hpp>

namespace callbox::events {

// An event that was published, shared by all that have not sent it yet. Throws std::bad_alloc when
// made without memory.
struct publication {
    publication() {
        if (!memory::take(sizeof *this)) throw std::bad_alloc();
    }
    ~publication() { memory::give(sizeof *this); }

    // JSON.
    std::string_view payload() const { return {text.get(), text.get_deleter().bytes}; }

    std::uint64_t seq = 0;  // one more than that of the previous event of its topic
    memory::block<char> text;  // of the payload
    std::shared_ptr<const void> value = nullptr;  // for filters; null before the first
};
using shared_publication = std::shared_ptr<const publication>;

// An event that is not sent to its subscribers.
struct loss {
    std::uint64_t seq;
    std::exception_ptr why;  // the first feed takes and logs it
};

// Where a loop receives the events of its rows. Called on any thread, under the topic's lock.
class feed {
public:
    // `is_first`: no other feed has got it.
    virtual void put(std::size_t row, const shared_publication& event, bool is_first) noexcept = 0;
    // Ends the row's subscriptions: those begun before a loss; null: all, since the topic ends.
    virtual void put(std::size_t row, loss* lost) noexcept = 0;

protected:
    ~feed() = default;
};

class topic {
public:
    // A row of a loop's table that subscribes.
    struct subscriber {
        feed* to;
        std::size_t row;
        bool filters;         // needs publication::value
        std::uint32_t keeps;  // the number of events to retain from now on
    };
    // What a subscription begins with.
    struct beginning {
        std::uint64_t after = 0;                   // the seq of the last event before it
        std::vector<shared_publication> retained = {};  // those after `since`, in order
        bool has_gap = false;                      // not all of them are retained
        std::optional<std::uint64_t> missed = {};  // the number of events missed, if it is known
    };

    topic();

    void publish(const void* payload, const detail::payload_functions& of) noexcept;
    // Ends all subscriptions; nothing is published any more.
    void close() noexcept;

    // Begins a subscription, unless there is a gap: the feed gets the events that follow until
    // disconnect(). Throws std::bad_alloc.
    beginning begin(const subscriber& wanted, std::optional<std::int64_t> since);
    // For the last subscription of that row.
    void disconnect(const feed& from, std::size_t row) noexcept;

private:
    void retain(std::size_t most);
    void find_retained(std::int64_t since, beginning& made) const;

    mutex mutex_;  // guards the members below
    bool copies_ = false;  // payloads, for filters; never false again
    std::uint64_t first_;  // the seq of the first event
    std::uint64_t next_;
    std::vector<shared_publication> retained_;
    std::vector<subscriber> connections_;  // one for each row of a feed
};

}  // namespace callbox::events
