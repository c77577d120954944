// A conversation with one connection in memory: a client, a socket and a clock that the test moves.
#pragma once

#include "server/connection.hpp"
#include "support/logs.hpp"
#include "support/with.hpp"

#include <callbox/callbox.hpp>

#include <netinet/in.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace net_test {

using callbox::time_ms;
using callbox::net::phase;

// How often a method was called: what the server has believed to be a request.
struct calls {
    int count = 0;
};
inline std::string echo(calls& c, const std::string& text) {
    ++c.count;
    return text;
}
inline std::string repeat(calls& c, std::int64_t count) {
    ++c.count;
    return std::string(static_cast<std::size_t>(count), 'x');
}
inline constexpr callbox::api methods{
    callbox::method<"echo", echo>("Gives the text back.", "text"),
    callbox::method<"repeat", repeat>("So many x.", "count"),
};

// One answer as it was read from the connection.
struct answer {
    int status = 0;
    std::string head;
    std::string body;
    bool has(std::string_view line) const {
        return head.find("\r\n" + std::string(line)) != std::string::npos;
    }
};

using support::quiet_log, support::with;

inline constexpr time_ms start = 1'000'000;

class talk {
public:
    explicit talk(const callbox::limits& bounds = {}, bool opened = true) : limits(bounds) {
        common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        if (opened) link.open(now);
    }

    explicit talk(std::string_view first) : talk() { send(first); }

    // As the loop does: reads what there is room for, sends, and gives the connection its turns.
    void send(std::string_view bytes) {
        while (!bytes.empty() && link.current() <= phase::lingering) {
            if (link.current() == phase::writing) std::abort();  // nobody would read it
            const std::span<char> to = link.room(now);
            if (to.empty()) return finish();  // memory has run out
            const std::size_t count = std::min(bytes.size(), to.size());
            std::memcpy(to.data(), bytes.data(), count);
            bytes.remove_prefix(count);
            common.more_arrived = common.draining ? !bytes.empty() : count == to.size();
            link.received(count, now);
            finish();
            // As others do in the meantime: nothing may rely on what was there.
            std::fill_n(common.input.get(), callbox::net::input_bytes, 'Z');
        }
    }
    void end() {
        link.ended(now);
        finish();
    }
    void wait_until(time_ms when) {
        now = when;
        if (now < link.deadline()) return;
        link.expired(now, queued);
        finish();
    }
    phase phase_at(time_ms when) {
        wait_until(when);
        return link.current();
    }
    void take_all() {
        takes = SIZE_MAX;
        flush();
    }
    // The socket takes what it can; then the connection has its turns.
    void flush() {
        while (link.current() == phase::writing) {
            const std::string_view out = link.unsent();
            const std::size_t count = std::min({out.size(), takes, takes_once});
            received.append(out.substr(0, count));
            takes -= count;
            link.sent(count, now);
            if (takes == 0) return;
        }
    }
    void finish() {
        flush();
        while (turns && link.runnable()) {
            link.run(now);
            flush();
        }
    }

    // What was received so far, taken apart. Ends the test when it is not whole answers.
    std::vector<answer> answers() const {
        std::vector<answer> all;
        std::string_view rest = received;
        while (!rest.empty()) {
            const std::size_t end = rest.find("\r\n\r\n");
            if (end == std::string_view::npos || !rest.starts_with("HTTP/1.1 ")) std::abort();
            answer one;
            one.head = std::string(rest.substr(0, end + 2));
            one.status = std::atoi(one.head.c_str() + 9);
            rest.remove_prefix(end + 4);
            constexpr std::string_view length = "\r\nContent-Length: ";
            const std::size_t at = one.head.find(length);
            if (at != std::string::npos) {
                const auto size = static_cast<std::size_t>(
                    std::atol(one.head.c_str() + at + length.size()));
                if (size > rest.size()) std::abort();
                one.body = std::string(rest.substr(0, size));
                rest.remove_prefix(size);
            }
            all.push_back(one);
        }
        return all;
    }
    // "200 100 503"
    std::string statuses() const {
        std::string all;
        for (const answer& one : answers())
            all += (all.empty() ? "" : " ") + std::to_string(one.status);
        return all;
    }

    bool is_at(std::string_view wanted, phase in) const {
        return statuses() == wanted && link.current() == in;
    }

    callbox::limits limits;
    calls called;
    quiet_log log;
    callbox::site::site site{methods, &called, options(), true, log};
    callbox::net::shared_state common{site, limits};
    callbox::net::connection link{common};
    time_ms now = start;
    std::string received;
    std::size_t takes = SIZE_MAX;       // what the socket takes until the client reads
    std::size_t queued = 0;             // what the socket took, and the client has not
    std::size_t takes_once = SIZE_MAX;  // the most it takes in one call
    bool turns = true;                  // whether the connection gets its turns

private:
    callbox::options options() const {
        callbox::options how;
        how.limits = limits;
        return how;
    }
};

// Two connections of one loop, whose peers have the ports 7 and 8. All that is sent comes at once.
template <class Log = quiet_log> struct two_links {
    Log log;
    callbox::options how;
    calls called;
    callbox::site::site site;
    callbox::net::shared_state common;
    callbox::net::peer from[2] = {peer_at(7), peer_at(8)};
    callbox::net::connection links[2] = {callbox::net::connection(common),
                                         callbox::net::connection(common)};

    explicit two_links(const callbox::options& with = {})
        : how(with), site(methods, &called, how, true, log), common(site, how.limits) {
        common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        for (int i = 0; i < 2; ++i) links[i].open(0, &from[i]);
    }
    // What is answered to that; empty: nothing yet.
    std::string send(int which, std::string_view bytes) {
        std::copy(bytes.begin(), bytes.end(), links[which].room(0).begin());
        links[which].received(bytes.size(), 0);
        std::fill_n(common.input.get(), callbox::net::input_bytes, 'Z');
        return links[which].current() == phase::writing ? taken(which) : "";
    }
    std::string taken(int which) {
        const std::string answer(links[which].unsent());
        links[which].sent(answer.size(), 0);
        return answer;
    }
    static callbox::net::peer peer_at(std::uint16_t port) {
        sockaddr_storage from{};
        auto& v4 = reinterpret_cast<sockaddr_in&>(from);
        v4.sin_family = AF_INET;
        v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        v4.sin_port = htons(port);
        return {from, -1};
    }
};

// ------------------------------------------------------------------------------------ requests

inline std::string call(std::string_view text, int id = 1) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"echo","params":[")" +
           std::string(text) + R"("]})";
}
inline std::string repeated(std::int64_t count) {
    return R"({"jsonrpc":"2.0","id":1,"method":"repeat","params":[)" + std::to_string(count) + "]}";
}
inline std::string result(std::string_view text, int id = 1) {
    return R"({"jsonrpc":"2.0","result":")" + std::string(text) + R"(","id":)" +
           std::to_string(id) + "}";
}
// A request to the endpoint; `fields` each with their CRLF.
inline std::string post(std::string_view body, std::string_view fields = "") {
    return "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
           std::string(fields) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string(body);
}
inline std::string chunk(std::string_view data) {
    char size[24];
    std::snprintf(size, sizeof size, "%zx\r\n", data.size());
    return size + std::string(data) + "\r\n";
}
inline std::string chunked_head(std::string_view fields = "") {
    return "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
           std::string(fields) + "Transfer-Encoding: chunked\r\n\r\n";
}
inline std::string get(std::string_view path, std::string_view fields = "") {
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" +
           std::string(fields) + "\r\n";
}

}  // namespace net_test
