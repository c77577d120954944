// A client of a loop that has subscribed to an event.
#pragma once

#include "single_loop.hpp"
#include "websocket.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace single {

// A WebSocket with a subscription.
struct subscriber {
    client peer;
    std::string frames;

    subscriber(const server& to, std::string_view event) : peer(to, net_test::handshake()) {
        std::string head;
        while (!head.ends_with("\r\n\r\n")) head += peer.some();
        cr_assert(head.starts_with("HTTP/1.1 101 "));
        peer.send(frames::text(made_up::sent(event, "[]")));
        (void)read_until("\"result\":\"1\",\"id\":1}");
        frames.clear();
    }
    // The frames up to a read whose last ones have this text.
    std::string read_until(std::string_view wanted) {
        std::size_t from = 0;
        while (frames.find(wanted, from) == frames.npos) {
            from = frames.size() - std::min(frames.size(), wanted.size());
            const std::string more = peer.some();
            cr_assert(!more.empty(), "the connection ended");
            frames += more;
        }
        return frames;
    }
    std::vector<std::string> messages_until(std::string_view wanted) {
        std::string rest = net_test::shown_frames(read_until(wanted));
        std::vector<std::string> all;
        for (std::size_t at; (at = rest.find('\n')) != rest.npos; rest.erase(0, at + 1))
            all.push_back(rest.substr(0, at));
        return all;
    }
};

}  // namespace single
