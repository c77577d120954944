// A WebSocket server that follows a script: each connection is a function of the test.
#pragma once

#include "base/fd.hpp"
#include "server/listener.hpp"
#include "support/frames.hpp"
#include "websocket/frames.hpp"
#include "websocket/handshake.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace client_test {

inline std::string server_frame(unsigned first, std::string_view payload) {
    return frames::frame(first, payload, 0, "");
}
inline std::string server_text(std::string_view payload) { return server_frame(0x81, payload); }
inline std::string server_ping(std::string_view payload) { return server_frame(0x89, payload); }
inline std::string server_close(unsigned code) {
    return server_frame(0x88, std::string{static_cast<char>(code >> 8), static_cast<char>(code)});
}

// The server's side of a connection.
class peer {
public:
    static constexpr std::string_view upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";

    peer(callbox::fd socket, std::vector<std::string>& heard)
        : socket_(std::move(socket)), heard_(&heard) {}

    // Reads the handshake and accepts it; `after` is sent along with the response. "$" in the
    // fields is the accept value.
    void shake(std::string_view after = "", std::string fields = std::string(upgrade),
               std::string_view version = "HTTP/1.1") {
        read_head();
        const std::size_t key = in_.view().find("Sec-WebSocket-Key: ");
        if (key == std::string::npos) return;
        const auto accept = callbox::websocket::accept_of(in_.view().substr(key + 19, 24));
        in_.consume(in_.view().find("\r\n\r\n") + 4);
        if (fields.find('$') == std::string::npos) fields += "Sec-WebSocket-Accept: $\r\n";
        for (std::size_t at = 0; (at = fields.find('$')) != std::string::npos;)
            fields.replace(at, 1, accept.data(), accept.size());
        send(std::string(version) + " 101 Switching Protocols\r\n" + fields + "\r\n" +
             std::string(after));
    }

    void read_head() {
        while (in_.view().find("\r\n\r\n") == std::string_view::npos && receive()) {}
    }

    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    // Waits until the client has sent bytes, and leaves them.
    void wait() {
        pollfd one{socket_.get(), POLLIN, 0};
        (void)::poll(&one, 1, 30'000);
    }

    // The next frame of the client: "text {}", "pong hello", "close 1000", "invalid: why", or "end"
    // of the connection.
    std::string next() {
        using callbox::websocket::reader;
        for (;;) {
            std::span<char> unread(in_.data(), in_.size());
            const reader::event what = frames_.feed(unread);
            const std::string payload(frames_.payload().begin(), frames_.payload().end());
            switch (what) {
            case reader::event::message: return keep("text " + payload);
            case reader::event::ping: return keep("ping " + payload);
            case reader::event::pong: return keep("pong " + payload);
            case reader::event::close:
                return keep("close " + std::to_string(static_cast<int>(frames_.status())));
            case reader::event::bad: return keep(std::string("invalid: ") + frames_.reason());
            case reader::event::more: break;
            }
            frames_.compact(unread);
            in_.consume(static_cast<std::size_t>(unread.data() - in_.data()));
            in_.truncate(unread.size());
            if (!receive()) return keep("end");
        }
    }
    // All frames up to that one, or to the end.
    void read_until(std::string_view wanted) {
        for (std::string last; last != wanted && last != "end" && !last.starts_with("invalid");)
            last = next();
    }
    void read_all() { read_until("end"); }

private:
    std::string keep(std::string what) {
        heard_->push_back(what.substr(0, 200));
        return what;
    }
    bool receive() {
        constexpr std::size_t most = 1 << 20;
        wait();
        const ssize_t got = ::recv(socket_.get(), in_.room(most), most, MSG_DONTWAIT);
        if (got > 0) in_.commit(static_cast<std::size_t>(got));
        return got > 0;
    }
    static callbox::limits bounds() {
        callbox::limits wide;
        wide.request_bytes_max = 64 << 20;
        return wide;
    }

    callbox::fd socket_;
    std::vector<std::string>* heard_;
    callbox::bytes in_;  // not read yet
    callbox::websocket::reader frames_{bounds()};
};

class websocket_script {
public:
    using conversation = std::function<void(peer&)>;

    explicit websocket_script(std::vector<conversation> connections)
        : connections_(std::move(connections)) {
        if (!listener_.open("127.0.0.1:0").empty()) std::abort();
        const int small = 64 << 10;  // long messages fill the buffers of the sockets
        (void)::setsockopt(listener_.get(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        thread_ = std::thread([this] { serve(); });
    }
    websocket_script(const websocket_script&) = delete;
    websocket_script& operator=(const websocket_script&) = delete;
    ~websocket_script() {
        (void)::shutdown(listener_.get(), SHUT_RDWR);
        end();
    }

    std::string url() const {
        return "ws://" + callbox::net::text_of(listener_.where()) + "/api";
    }
    // The frames that next() has returned. Waits for the end of the script.
    const std::vector<std::string>& heard() {
        end();
        return heard_;
    }

private:
    void end() {
        if (thread_.joinable()) thread_.join();
    }
    void serve() {
        for (const conversation& each : connections_) {
            pollfd one{listener_.get(), POLLIN, 0};
            if (::poll(&one, 1, 30'000) != 1) return;
            callbox::fd socket(::accept(listener_.get(), nullptr, nullptr));
            if (!socket) return;
            peer with(std::move(socket), heard_);
            each(with);
        }
    }

    std::vector<conversation> connections_;
    std::vector<std::string> heard_;
    callbox::net::listener listener_;
    std::thread thread_;
};

}  // namespace client_test
