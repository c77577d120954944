// A kernel in memory: descriptors, connections, epoll, the clock. The loop's system calls are
// redirected to it by the linker's --wrap (wrapped.cpp).
#pragma once

#include "chance.hpp"
#include "trace.hpp"

#include <sys/epoll.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace simulate {

using micros = std::int64_t;

inline constexpr int first_descriptor = 1000;  // lower numbers belong to the process

// One connection in the kernel.
struct link {
    int client = 0;
    int descriptor = -1;       // of the server; -1: not accepted or closed
    bool accepted = false;
    bool closed = false;       // by the server
    bool shut = false;         // its sending side, by the server
    bool fin = false;          // the client has shut down its sending side
    bool reset = false;        // by either side
    bool reset_reported = false;
    bool has_left = false;     // closed by the client: bytes that arrive are answered by a reset
    bool failed = false;       // a system call has failed permanently
    bool spurious = false;     // there was input, but the server got EAGAIN
    bool emptied = false;      // the server's last read or peek got everything, as far as it knows
    std::string in;            // not yet read by the server, from `in_at`
    std::size_t in_at = 0;
    std::size_t in_max = 0;
    std::size_t read = 0;      // by the server, in total
    std::size_t out = 0;       // not yet read by the client
    std::size_t out_max = 0;

    std::size_t unread() const { return in.size() - in_at; }
    std::size_t arrived() const { return read + unread(); }
};

// Frequency of each fault: one in so many calls; 0: never.
struct faults {
    std::size_t interrupt = 0, again = 0, cut = 0, reset = 0, accept = 0, control = 0;
};

// Observes the loop, and advances the world while it waits.
class world {
public:
    virtual ~world() = default;
    virtual void on_accept(link& l) = 0;
    virtual void on_read(link& l, std::size_t count) = 0;  // 0: end of input
    virtual void on_send(link& l, std::string_view all, std::size_t taken) = 0;
    virtual void on_ask(link& l) = 0;  // SIOCOUTQ: output that the client has not read
    virtual void on_shut(link& l) = 0;
    virtual void on_event_read(int descriptor) = 0;
    virtual void on_close(link& l) = 0;
    // A queued connection is dropped with its listener.
    virtual void on_refused(link& l) = 0;
    // Returns like epoll_wait().
    virtual int wait(epoll_event* out, int most, int timeout) = 0;
};

class kernel {
public:
    kernel(chance& luck_, trace& journal_, world& around_)
        : luck(luck_), journal(journal_), around(around_) {}

    // Actions of clients.
    bool connect(link& l, std::size_t listener);
    void fin(link& l) { l.fin = true; }
    void reset(link& l);

    // System calls of the server. On failure they return -1 and set errno.
    int make_epoll();
    int make_event();
    int make_listener();
    int duplicate(int descriptor);
    int accept(int descriptor);
    int control(int operation, int descriptor, const epoll_event* event);
    ssize_t recv(int descriptor, void* to, std::size_t size, int flags);
    ssize_t send(int descriptor, const void* from, std::size_t size, int flags);
    int queued(int descriptor);
    int shutdown(int descriptor);
    int close(int descriptor);
    ssize_t write_event(int descriptor);
    ssize_t read_event(int descriptor, std::uint64_t& count);

    int wait(epoll_event* out, int most, int timeout) { return around.wait(out, most, timeout); }

    // All events that epoll reports now, in random order.
    std::vector<epoll_event> ready();
    void mark_reported();  // marks all events as reported
    // Whether a client waits to be accepted at an unwatched listener.
    bool is_overlooked() const;
    std::size_t open() const;
    bool is_open(int descriptor) const;
    std::uint32_t interest(const link& l) const;
    std::size_t queued(std::size_t listener) const { return queues_[listener].size(); }
    bool is_listening(std::size_t listener) const;

    micros now = 1'000'000'000;
    std::size_t activity = 0;  // counts all progress
    faults bad;
    bool stopping = false;     // if set, no fault may lose a request
    std::size_t stop_failures = 0;  // of accept() while stopping
    chance& luck;
    trace& journal;

private:
    enum class kind : std::uint8_t { none, epoll, event, listener, stream };
    struct descriptor {
        enum kind kind = kind::none;
        std::size_t listener = 0;
        link* stream = nullptr;
        std::uint64_t count = 0;
        bool watched = false;
        bool edge = false;     // has unreported events
        std::uint32_t events = 0;
        std::uint64_t token = 0;
    };
    int take(kind wanted);
    descriptor* find(int number, kind wanted);
    std::uint32_t state_of(const descriptor& d) const;
    void drop(link& l);
    ssize_t receive(link& l, void* to, std::size_t size, int flags);

    world& around;
    micros exhausted_until_ = 0;  // accept() fails until then
    std::vector<descriptor> all_;
    std::vector<std::deque<link*>> queues_;  // of each listener
};

// The kernel of the wrapped calls.
inline kernel* current = nullptr;

}  // namespace simulate
