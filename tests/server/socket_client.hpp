// A client of a WebSocket of a real server.
#pragma once

#include "blocking.hpp"
#include "websocket.hpp"

#include <string>
#include <string_view>

namespace slow {

using net_test::call_text, net_test::handshake, net_test::shown_frames;

// After its handshake.
class socket_client {
public:
    explicit socket_client(const wire::served& server, std::string_view fields = "")
        : socket_(server.connect()) {
        send(handshake(fields));
        while (got_.find("\r\n\r\n") == got_.npos)
            if (!receive()) return;
        cr_expect(got_.starts_with("HTTP/1.1 101 "), "%s", got_.c_str());
        got_.erase(0, got_.find("\r\n\r\n") + 4);
    }

    void send(std::string_view bytes) {
        cr_expect(::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
                  static_cast<ssize_t>(bytes.size()));
    }
    void call(std::string_view method, std::string_view params) {
        send(call_text(method, params));
    }
    // The next bytes, at least `count`, as frames.
    std::string next(std::size_t count = 1) {
        while (got_.size() < count && receive()) {}
        std::string bytes;
        bytes.swap(got_);
        return shown_frames(bytes);
    }
    // All frames up to the end of the connection.
    std::string rest() {
        while (receive()) {}
        return next(0);
    }
    void shut() { (void)::shutdown(socket_.get(), SHUT_WR); }
    void reset() {
        const linger now{.l_onoff = 1, .l_linger = 0};
        (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        socket_.close();
    }

private:
    bool receive() {
        pollfd one{socket_.get(), POLLIN, 0};
        std::array<char, 16384> some;
        if (::poll(&one, 1, 10'000) != 1) return false;
        const ssize_t count = ::recv(socket_.get(), some.data(), some.size(), 0);
        if (count <= 0) return false;
        got_.append(some.data(), static_cast<std::size_t>(count));
        return true;
    }

    callbox::fd socket_;
    std::string got_;
};

}  // namespace slow
