// A conversation over a WebSocket in memory, whose slow calls are answered when the test says so.
#pragma once

#include "calling.hpp"
#include "support/frames.hpp"
#include "support/messages.hpp"
#include "websocket/frames.hpp"

#include <callbox/callbox.hpp>

#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace net_test {

inline callbox::options with_websockets(callbox::options how = {}) {
    how.websocket = callbox::websocket_mode::on;
    return how;
}

// `fields`: more field lines, each with its CRLF.
inline std::string handshake(std::string_view fields = "", std::string_view path = "/api") {
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
           "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + std::string(fields) + "\r\n";
}

// The frames of a server as text, one after the other: a message itself, "ping:", "pong:hello",
// "close:1000". Ends the test at anything else.
inline std::string shown_frames(std::string bytes) {
    using callbox::websocket::reader;
    reader r({}, callbox::websocket::role::client);
    std::string all;
    for (std::span<char> left(bytes); ; ) {
        const reader::event what = r.feed(left);
        const std::string payload(r.payload().begin(), r.payload().end());
        if (what == reader::event::more && r.used() == bytes.size()) return all;
        switch (what) {
        case reader::event::message: all += payload; break;
        case reader::event::ping: all += "ping:" + payload; break;
        case reader::event::pong: all += "pong:" + payload; break;
        case reader::event::close:
            all += "close:" + std::to_string(static_cast<int>(r.status()));
            if (payload.size() > 2) all += " with a reason";
            break;
        default: std::abort();
        }
        all += '\n';
    }
}

// A peer after the handshake.
struct websocket_peer : line {
    explicit websocket_peer(const callbox::options& how_ = {}, std::string_view fields = "",
                            const callbox::bound_table& table = slow_methods)
        : line(with_websockets(how_), true, table) {
        log.log_calls(true);
        send(handshake(fields));
        const std::size_t end = received.find("\r\n\r\n");
        if (!received.starts_with("HTTP/1.1 101 ") || end + 4 != received.size()) std::abort();
        received.clear();
    }

    // Sends it and returns the frames received since.
    std::string say(std::string_view bytes) {
        send(bytes);
        return heard();
    }
    std::string heard() {
        std::string bytes;
        bytes.swap(received);
        return shown_frames(bytes);
    }
    std::string heard_after(callbox::rpc::ticket t) {
        answer(t);
        return heard();
    }
    // The deadline passes.
    void wait() {
        now = link.deadline();
        link.expired(now);
        go();
    }
    bool is_in(phase wanted) const { return link.current() == wanted; }
    std::uint64_t closed_with(std::string_view code) const {
        const auto& names = callbox::net::close_code_names;
        return common.websockets
            .closed[static_cast<std::size_t>(std::find(names.begin(), names.end(), code) -
                                             names.begin())].get();
    }
};

inline std::string call_text(std::string_view method, std::string_view params,
                             std::string_view id = "1") {
    return frames::text(made_up::sent(method, params, id));
}
inline std::string lines_of(std::initializer_list<std::string> all) {
    std::string text;
    for (const std::string& each : all) text += each + '\n';
    return text;
}

}  // namespace net_test
