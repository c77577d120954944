// A loop on a thread of its own, which ends with the test, and its clients.
#pragma once

#include "app/methods.hpp"
#include "server/loop.hpp"
#include "server/thread_pool.hpp"
#include "site/site.hpp"
#include "support/logs.hpp"
#include "system/signals.hpp"

#include <criterion/criterion.h>

#include <sys/socket.h>

#include <atomic>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace single {

// Keeps lines; runs out of memory where a test says so.
class lines final : public support::null_sink {
public:
    void put(callbox::log_level, std::string_view line, std::uint64_t = 0) override {
        if (lines_fail > 0 && lines_fail-- > 0) throw std::bad_alloc();
        said += line.substr(9);  // behind "callbox: "
    }
    std::string said;
    int lines_fail = 0;  // so many next ones
};

inline callbox::options with_connections(std::size_t most) {
    callbox::options how;
    how.limits.connections_max = most;
    return how;
}

struct server {
    lines told;
    callbox::observe::logger log{callbox::observe::plain_style, 100, told};
    callbox::options how;
    callbox::net::address where;
    callbox::system::stop_signals stop;
    std::atomic<std::size_t> connection_total = 0;
    callbox::net::credentials who;
    callbox::observe::log_style style;
    callbox::net::thread_pool pool;
    callbox::net::deferred_calls deferred{pool};
    callbox::site::site answers;
    callbox::net::loop loop;
    std::thread serving;

    using listeners = std::vector<callbox::net::listener>;

    // `listen` opens the listeners and stores the address of one.
    explicit server(const callbox::table& methods = demo::methods,
                    const callbox::options& options = {},
                    listeners (*listen)(callbox::net::address&) = listening)
        : how(options), pool(methods, nullptr, how.limits, style),
          answers(methods, nullptr, how, true, log, &deferred),
          loop(answers, how.limits, listen(where), stop, connection_total, log, deferred, who) {
        cr_assert(stop.take() && loop.open().empty());
        cr_assert(pool.start().empty());
    }
    ~server() { end(); }
    void end() {
        if (!serving.joinable()) return;
        stop.request(callbox::system::command::stop);
        serving.join();
        cr_expect(pool.stop() == 0);
    }
    static listeners listening(callbox::net::address& at) {
        listeners one(1);
        cr_assert(one[0].open("127.0.0.1:0").empty());
        at = one[0].where();
        return one;
    }
    void run() {
        serving = std::thread([this] { loop.run(); });
    }
    // The first byte of what a client is told; 0 when the connection ends without.
    char asked() const;
};

// Connected, though not yet accepted.
class client {
public:
    explicit client(const server& to)
        : socket_(::socket(to.where.raw()->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        cr_assert(::connect(socket_.get(), to.where.raw(), to.where.length) == 0);
        const timeval patience{.tv_sec = 5, .tv_usec = 0};
        (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    }
    client(const server& to, std::string_view sends) : client(to) { send(sends); }

    void send(std::string_view bytes) const {
        cr_expect(::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
                  static_cast<ssize_t>(bytes.size()));
    }
    void end() const { (void)::shutdown(socket_.get(), SHUT_WR); }
    void leave() { socket_.close(); }
    // What comes next; empty at the end, or after a reset.
    std::string some(int flags = 0) const {
        std::string got(1 << 16, '\0');
        const ssize_t count = ::recv(socket_.get(), got.data(), got.size(), flags);
        got.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return got;
    }
    // All up to the end.
    std::string all() const {
        std::string got;
        for (std::string next = some(); !next.empty(); next = some()) got += next;
        return got;
    }

private:
    callbox::fd socket_;
};

inline char server::asked() const {
    const std::string got = client(*this, "GET /livez HTTP/1.0\r\n\r\n").some();
    return got.empty() ? '\0' : got[0];
}

}  // namespace single
