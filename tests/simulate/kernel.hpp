// What the loop sees of the world: descriptors, connections, epoll, the clock; in memory. Its
// system calls come here by the linker's --wrap (wrapped.cpp).
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

inline constexpr int first_descriptor = 1000;  // below are those of the process

// One connection, as the kernel has it.
struct link {
    int client = 0;
    int descriptor = -1;       // of the server; -1: not accepted, or closed
    bool accepted = false;
    bool closed = false;       // by the server
    bool shut = false;         // its sending side, by the server
    bool fin = false;          // the client sends no more
    bool reset = false;        // by whomever
    bool reset_told = false;
    bool gone = false;         // the client has closed: a reset answers what comes now
    bool failed = false;       // a system call has failed for good
    bool spurious = false;     // something was there, and the server was told that nothing was
    bool emptied = false;      // the server's last read or look has got all, as far as it knows
    std::string in;            // not yet read by the server, from `in_at` on
    std::size_t in_at = 0;
    std::size_t in_max = 0;
    std::size_t read = 0;      // by the server, in all
    std::size_t out = 0;       // not yet read by the client
    std::size_t out_max = 0;

    std::size_t unread() const { return in.size() - in_at; }
    std::size_t arrived() const { return read + unread(); }
};

// How often each fault happens: one in so many calls, 0: never.
struct faults {
    std::size_t interrupt = 0, again = 0, cut = 0, reset = 0, accept = 0, control = 0;
};

// Follows what the loop does, and moves the world on while it waits.
class world {
public:
    virtual ~world() = default;
    virtual void on_accept(link& l) = 0;
    virtual void on_read(link& l, std::size_t count) = 0;  // 0: its end
    virtual void on_send(link& l, std::string_view all, std::size_t taken) = 0;
    virtual void on_ask(link& l) = 0;  // how much of it the client has not read
    virtual void on_shut(link& l) = 0;
    virtual void on_close(link& l) = 0;
    // The queue of a listener is thrown away with it.
    virtual void on_refused(link& l) = 0;
    // Returns as epoll_wait() does.
    virtual int wait(epoll_event* out, int most, int timeout) = 0;
};

class kernel {
public:
    kernel(chance& luck_, trace& told_, world& around_)
        : luck(luck_), told(told_), around(around_) {}

    // What a client does.
    bool connect(link& l, std::size_t listener);
    void fin(link& l) { l.fin = true; }
    void reset(link& l);

    // What the server does, as system calls: -1 and errno.
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

    // All that epoll reports now, in any order.
    std::vector<epoll_event> ready();
    void told_all();  // all of them were reported
    // Whether a client waits to be accepted at a listener that nobody watches.
    bool is_overlooked() const;
    std::size_t open() const;
    bool is_open(int descriptor) const;
    std::uint32_t interest(const link& l) const;
    std::size_t queued(std::size_t listener) const { return queues_[listener].size(); }
    bool is_listening(std::size_t listener) const;

    micros now = 1'000'000'000;
    std::size_t activity = 0;  // counts whatever brings something forward
    faults bad;
    bool stopping = false;     // then no fault may lose a request
    std::size_t stop_failures = 0;  // of accept(), since it is stopping
    chance& luck;
    trace& told;

private:
    enum class kind : std::uint8_t { none, epoll, event, listener, stream };
    struct descriptor {
        enum kind kind = kind::none;
        std::size_t listener = 0;
        link* stream = nullptr;
        std::uint64_t count = 0;
        bool watched = false;
        bool edge = false;     // has something new to tell
        std::uint32_t events = 0;
        std::uint64_t token = 0;
    };
    int take(kind wanted);
    descriptor* find(int number, kind wanted);
    std::uint32_t state_of(const descriptor& d) const;
    void drop(link& l);
    ssize_t receive(link& l, void* to, std::size_t size, int flags);

    world& around;
    micros exhausted_until_ = 0;  // nothing can be accepted
    std::vector<descriptor> all_;
    std::vector<std::deque<link*>> queues_;  // of each listener
};

// The one that the wrapped calls go to.
inline kernel* current = nullptr;

}  // namespace simulate
