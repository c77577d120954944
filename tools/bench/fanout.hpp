// Subscribers in memory: the server's work for an event between two system calls.
#pragma once

#include "changes.hpp"
#include "server/connection.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>

namespace bench {

// A server without sockets, and its connections, with a subscription each.
class fanout {
public:
    fanout(transport by, std::size_t count);
    fanout(const fanout&) = delete;
    fanout& operator=(const fanout&) = delete;
    ~fanout() {
        for (auto& each : links_) each.close();
    }
    // Publishes an event, which each connection sends. Exits unless it is the one expected.
    void publish();

private:
    using connection = callbox::net::connection;

    void receive(connection& link, const std::string& text, std::string_view end);
    void check(bool is_right, std::string_view got);

    std::string event_;
    callbox::options chosen_;
    callbox::observe::logger log_;
    callbox::site::site site_{callbox::table(changed), nullptr, chosen_, true, log_};
    callbox::net::shared_state common_{site_, chosen_.limits};
    std::deque<connection> links_;
};

inline fanout::fanout(transport by, std::size_t count) : event_(event_over(by)) {
    common_.date = "Thu, 29 Feb 2024 12:00:00 GMT";
    check(site_.events()->open(log_).empty(), "no events");
    while (links_.size() < count) {
        connection& link = links_.emplace_back(common_);
        common_.served = &link;
        link.open(0);
        if (by == transport::stream) {
            receive(link, stream_request(), stream_begun());
        } else {
            receive(link, std::string(handshake), "\r\n\r\n");
            receive(link, frames::text(call_of("changed", "[]")), result_of(R"("1")"));
        }
    }
}

inline void fanout::receive(connection& link, const std::string& text, std::string_view end) {
    std::copy(text.begin(), text.end(), link.room(0).begin());
    link.received(text.size(), 0);
    const std::string_view got = link.unsent();
    check(got.ends_with(end), got);
    link.sent(got.size(), 0);
}

inline void fanout::publish() {
    publish_change();
    callbox::events::hub& events = *site_.events();
    check(!events.collect(), "too many events");
    std::size_t sent = 0;
    for (; auto* const link = static_cast<connection*>(events.next_due()); ) {
        link->offer_events(0);
        if (!link->has_unsent_events()) continue;
        const std::string_view got = link->unsent();
        check(got == event_, got);
        link->sent(got.size(), 0);
        ++sent;
    }
    check(sent == links_.size(), "events are missing");
}

inline void fanout::check(bool is_right, std::string_view got) {
    if (is_right) return;
    std::fprintf(stderr, "fanout: %.*s\n", static_cast<int>(got.size()), got.data());
    std::exit(1);
}

}  // namespace bench
