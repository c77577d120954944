// A client, a socket and a clock around one net::connection, advanced step by step. It acts like
// the loop and checks what the loop relies on.
#pragma once

#include "input.hpp"
#include "server/connection.hpp"

#include <sanitizer/asan_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace fuzz {

using callbox::net::phase;

// Keeps calls of slow methods until the client answers them.
class slow_calls final : public callbox::rpc::executor {
public:
    struct call {
        callbox::rpc::ticket ticket;
        std::string request;
    };

    callbox::rpc::ticket take(callbox::bytes request, const callbox::caller*, const callbox::row&,
                              bool awaited) override {
        if (waiting.size() >= most) return refused = true, 0;
        ++last_;
        if (awaited) waiting.push_back({last_, std::string(request.view())});
        return last_;
    }

    static constexpr std::size_t most = 5;
    std::deque<call> waiting;
    bool refused = false;  // a call exceeded the limit

private:
    callbox::rpc::ticket last_ = 0;
};

class client {
public:
    // `stream`: all bytes to send. Requires: the arguments outlive it.
    client(std::string_view stream, callbox::net::shared_state& common, slow_calls& slow)
        : rest_(stream), common_(&common), slow_(&slow), link_(common) {
        slow_->waiting.clear();
        slow_->refused = false;
        common.draining = false;
        common.closes_websockets.reset();
        common.served = &link_;
        link_.open(now_);
        look();
    }
    client(const client&) = delete;
    client& operator=(const client&) = delete;
    ~client() {
        if (!is_closed()) link_.close();
        look();
    }

    // `count` more bytes arrive at the socket.
    void send(std::size_t count) {
        count = std::min(count, rest_.size());
        arrived_.append(rest_.substr(0, count));
        rest_.remove_prefix(count);
        work();
    }
    void send_all() { send(rest_.size()); }
    // No more bytes arrive.
    void end() {
        ended_ = true;
        rest_ = {};
        work();
    }
    // The socket accepts `count` more bytes of answers.
    void accept(std::size_t count) {
        acceptable_ = count;
        work();
    }
    void pass(callbox::time_ms ms) {
        now_ += ms;
        while (!is_closed() && link_.deadline() <= now_) expire();
        work();
    }
    // Answers a call of a slow method with `answer(request)`.
    template <class Answer> void answer_slow(std::size_t which, Answer answer) {
        if (which >= slow_->waiting.size()) return;
        const slow_calls::call one = take_slow(which);
        link_.fill(one.ticket, answer(one.request));
        work();
    }
    // A call of a slow method times out.
    void abandon_slow(std::size_t which) {
        if (which >= slow_->waiting.size()) return;
        abandoned = true;
        link_.fill(take_slow(which).ticket, nullptr);
        work();
    }

    // A call of a slow method reports its progress.
    void report_slow(std::size_t which) {
        if (which >= slow_->waiting.size()) return;
        callbox::rpc::report one{.of = slow_->waiting[which].ticket, .next_from = 0};
        one.members.append(R"("progress":1})");
        const std::size_t before = link_.memory();
        (void)link_.pass(one, now_);
        expect(link_.memory() <= before, "a report waits for no unsent output");
        if (link_.has_unsent_events()) write();
        work();
    }

    // Events were published.
    void notice() { work(); }
    // The server drains, and closes its WebSockets and streams.
    void stop() {
        common_->draining = true;
        common_->closes_websockets = callbox::websocket::close_code::going_away;
        if (link_.is_authorized_once()) link_.stop(now_);
        work();
    }

    bool is_closed() const { return link_.current() == phase::closed; }
    phase current() const { return link_.current(); }
    bool is_waiting() const { return !slow_->waiting.empty(); }

    std::string received;    // all bytes accepted by the socket
    std::size_t seen = 0;    // bytes read as requests
    bool abandoned = false;  // a slow call
    bool timed_out = false;  // without an answer: idle, or answers not read for too long

private:
    void work();
    bool step();
    bool offer_events();
    void read();
    void write();
    void expire();
    bool has_read_enough();
    void look();
    slow_calls::call take_slow(std::size_t which) {
        slow_calls::call one = std::move(slow_->waiting[which]);
        slow_->waiting.erase(slow_->waiting.begin() + static_cast<std::ptrdiff_t>(which));
        return one;
    }

    std::string_view rest_;  // not yet sent
    std::string arrived_;    // not yet read
    callbox::net::shared_state* common_;
    slow_calls* slow_;
    callbox::net::connection link_;
    callbox::time_ms now_ = 1'000'000;
    std::size_t acceptable_ = SIZE_MAX;
    std::size_t asked_ = 0;  // bytes received at the last deadline of an answer
    bool ended_ = false;
};

// Acts like the loop until there is nothing to do.
inline void client::work() {
    for (int steps = 0; step(); ++steps) {
        look();
        expect(steps < 100'000, "a connection comes to rest");
    }
    look();
}

inline bool client::step() {
    const phase before = link_.current();
    if (before == phase::writing) {
        if (acceptable_ == 0 && common_->output.empty()) return offer_events();
        write();
        return true;
    }
    if (link_.has_unsent_events() && acceptable_ > 0) {
        write();
        return true;
    }
    if (link_.runnable()) {
        link_.run(now_);
        return true;
    }
    if (offer_events()) return true;
    if (before >= phase::closing) return false;
    if (!arrived_.empty()) {
        read();
        return true;
    }
    if (!ended_) return false;
    link_.ended(now_);
    expect(link_.current() == phase::writing || is_closed() || is_waiting(),
           "the end is answered, closes it or lets it wait");
    return true;
}

// Once for each message or resumption of the connection.
inline bool client::offer_events() {
    callbox::events::hub* const events = common_->site->events();
    if (events == nullptr) return false;
    while (events->collect()) {}
    void* const due = events->next_due();
    if (due == nullptr) return false;
    expect(due == &link_, "only an open connection has events");
    link_.offer_events(now_);
    if (link_.has_unsent_events()) write();
    return true;
}

// The connection may access only the bytes just read, and only now: the shared input is poisoned
// except for these bytes and the one after them that JSON requires.
inline void client::read() {
    const std::span<char> to = link_.room(now_);
    const std::size_t count = std::min(arrived_.size(), to.size());
    expect(count > 0, "there is room");
    if (link_.current() <= phase::body) seen += count;
    const bool shared = to.data() == common_->input.get();
    if (shared) ASAN_UNPOISON_MEMORY_REGION(to.data(), count + 1);
    std::memcpy(to.data(), arrived_.data(), count);
    arrived_.erase(0, count);
    common_->more_arrived = common_->draining ? !arrived_.empty() : count == to.size();
    link_.received(count, now_);
    if (!shared) return;
    std::memset(to.data(), 'Z', count + 1);
    ASAN_POISON_MEMORY_REGION(to.data(), count + 8);
}

inline void client::write() {
    const bool is_writing = link_.current() == phase::writing;
    const std::string_view out = link_.unsent();
    const bool ends_stream = is_writing && common_->closes_websockets;  // without chunks: no bytes
    expect(!out.empty() || ends_stream, "a writing connection has unsent bytes");
    const std::size_t count = std::min(out.size(), acceptable_);
    received.append(out.substr(0, count));
    acceptable_ -= acceptable_ == SIZE_MAX ? 0 : count;
    const bool is_all = count == out.size();
    link_.sent(count, now_);
    const bool has_more =
        is_writing ? link_.current() == phase::writing : link_.has_unsent_events();
    expect(has_more != is_all || is_closed(), "it writes until everything is sent");
}

inline void client::expire() {
    const phase before = link_.current();
    link_.expired(now_);
    look();
    if (before == phase::head || before == phase::body)
        return expect(link_.current() == phase::writing, "a slow request is answered");
    if (before == phase::websocket && link_.current() == phase::writing) return;  // a ping
    if (before == phase::streaming)
        return expect(link_.current() == phase::writing, "a silent stream gets a comment");
    if (before == phase::message || before == phase::closing)
        return expect(link_.current() >= phase::writing, "a slow WebSocket closes");
    if (before == phase::writing && has_read_enough())
        return expect(link_.current() == phase::writing, "a fast reader gets more time");
    expect(is_closed(), "an idle client, or one that reads too slowly, is closed");
    timed_out = true;
}

// Since the last deadline of an answer.
inline bool client::has_read_enough() {
    const callbox::limits& l = *common_->bounds;
    const std::size_t taken = received.size() - std::exchange(asked_, received.size());
    return taken > 0 && taken >= l.write_rate_min * l.write_timeout_ms / 1000;
}

// Checks what the loop relies on after each step.
inline void client::look() {
    if (is_closed()) {
        slow_->waiting.clear();
        expect(link_.memory() == 0 && common_->output.empty(), "when closed it holds no memory");
        return expect(!link_.runnable(), "a closed connection is not runnable");
    }
    // The time of a write begins with sent().
    const bool is_sending = link_.current() == phase::writing && !common_->output.empty();
    if (link_.current() != phase::calling && !is_sending)
        expect(link_.deadline() > now_, "an open connection has a future deadline");
    if (link_.current() >= phase::closing)
        expect(link_.runnable() || is_waiting(), "a calling connection awaits a call");
    expect(link_.memory() <= 1 << 20, "memory is bounded");
}

}  // namespace fuzz
