// The expected events of one connection, over a WebSocket or as server-sent events: a model of its
// subscriptions, which gets what the loop collects.
#pragma once

#include "answers.hpp"
#include "client.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace simulate {

class event_follower {
public:
    event_follower(client& followed, const circumstances& all) : client_(&followed), all_(&all) {}

    // Each returns an error, or empty.
    // That call is about to subscribe.
    std::string begins(std::size_t token);
    // Output was appended: whole messages, sent or not.
    std::string appended(std::string_view fresh);
    // Nothing is unsent, and the loop has no work left: no message waits.
    std::string resting() const;

    // The loop has received all publications. `at_once`: it queues all of them in this turn.
    void collected(bool at_once);
    // circumstances::hides may have changed.
    void admit();
    void closed() { all_subscribed_.clear(), waiting_.clear(), is_over_ = true; }
    std::size_t count(std::size_t row) const;

    // A stream of server-sent events has begun.
    bool is_stream() const { return mode_ == mode::chunked || mode_ == mode::unchunked; }
    // The last message of the stream was appended; without chunks, none marks the end.
    bool is_over() const { return is_over_; }
    bool may_be_over() const { return is_over_ || (mode_ == mode::unchunked && has_ended_); }
    bool is_chunked() const { return mode_ == mode::chunked; }
    // What was appended last contains events, and nothing else.
    bool has_events() const { return has_events_; }
    bool has_only_events() const { return only_events_; }
    ms appended_at() const { return appended_at_; }

private:
    enum class mode : std::uint8_t { http, websocket, chunked, unchunked };
    struct subscribed {
        std::size_t token;
        std::size_t row;
        std::int64_t key;
        std::size_t begun;     // publications of its topic before it
        std::int64_t last;     // the number of the last event that was appended
        events_model::subscription model;
        bool exact = true;     // false: the loop queues events over several turns
        std::string gap = {};  // why it cannot resume: the events missed, or null
    };

    static void select(subscribed& to, const events_model::published& event, bool is_retained);

    void resume(subscribed& s, std::size_t since);
    std::string begin_body(std::string_view& fresh);
    std::string frames(std::string_view fresh);
    std::string parts(std::string_view fresh);
    std::string part(std::string_view text);
    std::string message(std::string_view json);
    std::string response(std::string_view json);
    std::string begun(std::string_view json);
    std::string event(std::string_view json);
    std::string loosely(subscribed& s, std::string_view json);
    std::string expected(const subscribed& s, std::int64_t id,
                         const events_model::message& m) const;

    client* client_;
    const circumstances* all_;
    mode mode_ = mode::http;
    std::map<std::int64_t, subscribed> all_subscribed_;  // by id
    std::deque<subscribed> waiting_;                     // for the response to their call
    std::int64_t last_id_ = 0;
    std::size_t parts_ = 0;     // of a stream, without comments
    bool has_events_ = false;
    bool only_events_ = false;
    bool is_over_ = false;
    bool has_ended_ = false;    // its only subscription
    ms appended_at_ = 0;
};

}  // namespace simulate
