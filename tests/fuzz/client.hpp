// A client, a socket and a clock around one net::connection, moved step by step. It does what the
// loop does and looks at what the loop relies on.
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

// Keeps calls of slow methods until the client says that they are answered.
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
    bool refused = false;  // there was no room for one

private:
    callbox::rpc::ticket last_ = 0;
};

class client {
public:
    // All that will be sent. Requires: what the other two are outlives it.
    client(std::string_view stream, callbox::net::shared_state& common, slow_calls& slow)
        : rest_(stream), common_(&common), slow_(&slow), link_(common) {
        slow_->waiting.clear();
        slow_->refused = false;
        link_.open(now_);
        look();
    }
    client(const client&) = delete;
    client& operator=(const client&) = delete;
    ~client() {
        if (!is_closed()) link_.close();
        look();
    }

    // So many more bytes arrive at the socket.
    void send(std::size_t count) {
        count = std::min(count, rest_.size());
        arrived_.append(rest_.substr(0, count));
        rest_.remove_prefix(count);
        work();
    }
    void send_all() { send(rest_.size()); }
    // No more arrives.
    void end() {
        ended_ = true;
        rest_ = {};
        work();
    }
    // The socket takes so many more bytes of answers.
    void take(std::size_t count) {
        takes_ = count;
        work();
    }
    void pass(callbox::time_ms ms) {
        now_ += ms;
        while (!is_closed() && link_.deadline() <= now_) expire();
        work();
    }
    // Answers a call of a slow method by `how(request)`, or says that it is late.
    template <class How> void answer_slow(std::size_t which, How how) {
        if (which >= slow_->waiting.size()) return;
        const slow_calls::call one = take_slow(which);
        link_.fill(one.ticket, how(one.request));
        work();
    }
    void abandon_slow(std::size_t which) {
        if (which >= slow_->waiting.size()) return;
        gave_up = true;
        link_.abandon(take_slow(which).ticket);
        work();
    }

    bool is_closed() const { return link_.current() == phase::closed; }
    phase current() const { return link_.current(); }
    bool is_waiting() const { return !slow_->waiting.empty(); }

    std::string received;   // all that the socket took
    std::size_t seen = 0;    // bytes that were read as requests
    bool gave_up = false;    // on a slow call
    bool timed_out = false;  // without a word: idle, or nothing was taken for too long

private:
    void work();
    bool step();
    void read();
    void write();
    void expire();
    bool has_taken_enough();
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
    std::size_t takes_ = SIZE_MAX;
    std::size_t asked_ = 0;  // bytes received when a deadline of an answer last came
    bool ended_ = false;
};

// As the loop does, until nothing can be done.
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
        if (takes_ == 0 && common_->output.empty()) return false;
        write();
        return true;
    }
    if (link_.runnable()) {
        link_.run(now_);
        return true;
    }
    if (before == phase::calling || before == phase::closed) return false;
    if (!arrived_.empty()) {
        read();
        return true;
    }
    if (!ended_) return false;
    link_.ended(now_);
    expect(link_.current() == phase::writing || is_closed(), "the end is answered, or the end");
    return true;
}

// What was not read this time is none of the connection's business, and what was is so for now: the
// shared input is poisoned but for these bytes, and the one behind them that JSON wants.
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
    const std::string_view out = link_.unsent();
    expect(!out.empty(), "who writes has something to write");
    const std::size_t count = std::min(out.size(), takes_);
    received.append(out.substr(0, count));
    takes_ -= takes_ == SIZE_MAX ? 0 : count;
    link_.sent(count, now_);
    expect((link_.current() == phase::writing) == (count < out.size()) || is_closed(),
           "it writes until all is sent");
}

inline void client::expire() {
    const phase before = link_.current();
    link_.expired(now_);
    look();
    if (before == phase::head || before == phase::body)
        return expect(link_.current() == phase::writing, "who is slow is told so");
    if (before == phase::writing && has_taken_enough())
        return expect(link_.current() == phase::writing, "who takes enough has its time again");
    expect(is_closed(), "who is idle, or takes too little, is left");
    timed_out = true;
}

// Since the deadline of an answer came for the last time.
inline bool client::has_taken_enough() {
    const callbox::limits& l = *common_->bounds;
    const std::size_t taken = received.size() - std::exchange(asked_, received.size());
    return taken > 0 && taken >= l.write_rate_min * l.write_timeout_ms / 1000;
}

// What the loop relies on after each step.
inline void client::look() {
    if (is_closed()) {
        slow_->waiting.clear();
        expect(link_.memory() == 0 && common_->output.empty(), "what is closed holds no memory");
        return expect(!link_.runnable(), "nor has it anything to do");
    }
    if (link_.current() != phase::calling)
        expect(link_.deadline() > now_, "what is going on has a deadline to come");
    else expect(link_.runnable() || is_waiting(), "who waits is answered some day");
    expect(link_.memory() <= 1 << 20, "memory has a bound");
}

}  // namespace fuzz
