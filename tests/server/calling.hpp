// A conversation with one connection in memory whose calls are answered when the test says so.
#pragma once

#include "talk.hpp"

#include "support/kept_calls.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace net_test {

inline constexpr callbox::api slow_methods{
    callbox::thread_safe,
    callbox::method<"slow", [](callbox::json any) { return any; }>("", "any", callbox::blocking),
    callbox::method<"slow.repeat", [](std::uint32_t n) { return std::string(n, 'x'); }>(
        "", "count", callbox::blocking),
    callbox::method<"quick", [](callbox::json any) { return any; }>("", "any"),
    callbox::method<"echo", [](std::string_view text) { return std::string(text); }>("", "text"),
};

// A peer, its socket and its server, who does as the loop does. While nobody reads, what the peer
// sends waits at the socket.
struct line {
    callbox::options how;
    quiet_log log;
    made_up::kept_calls slow;
    callbox::rpc::dispatcher other{slow_methods, nullptr, how.limits, log};
    callbox::site::site site;
    callbox::net::shared_state common{site, how.limits};
    callbox::net::connection link{common};
    time_ms now = 1'000'000;
    std::string unread;             // at the server's socket
    bool ended = false;             // behind it
    std::string received;           // by the peer
    std::size_t takes = SIZE_MAX;   // what the socket takes until the peer reads
    bool answers_at_once = false;   // elsewhere

    // Where it is not `elsewhere`, slow methods are called like others.
    explicit line(const callbox::options& how_ = {}, bool elsewhere = true,
                  const callbox::bound_table& table = slow_methods)
        : how(how_),
          site(table, table.state, how, true, log, elsewhere ? &slow : nullptr) {
        common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        common.served = this;
        if (site.events() != nullptr && !site.events()->open(log).empty()) std::abort();
        link.open(now);
    }

    explicit line(std::string_view first) : line() { send(first); }

    void send(std::string_view bytes) {
        unread += bytes;
        go();
    }
    void end() {
        ended = true;
        go();
    }
    // Until there is nothing to do.
    void go() {
        while (step()) {}
    }
    bool step() {
        const phase in = link.current();
        if (in == phase::closed) return false;
        if (in == phase::writing) return write();
        if (link.has_unsent_events() && write()) return true;
        if (link.runnable()) return link.run(now), true;
        const bool waits = in == phase::calling || in == phase::closing;
        if (waits && answers_at_once) return answer_all(), true;
        if (waits) return false;
        if (unread.empty() && !ended) return offer();
        if (unread.empty()) return ended = false, link.ended(now), true;
        const std::span<char> to = link.room(now);
        if (to.empty()) return true;  // memory has run out
        const std::size_t count = std::min(unread.size(), to.size());
        std::memcpy(to.data(), unread.data(), count);
        unread.erase(0, count);
        common.more_arrived = common.draining ? !unread.empty() : count == to.size();
        link.received(count, now);
        std::fill_n(common.input.get(), count, 'Z');  // as others do in the meantime
        return true;
    }
    // After the calls of a turn.
    bool offer() {
        callbox::events::hub* const events = site.events();
        if (events == nullptr) return false;
        const bool is_behind = events->collect();
        if (events->next_due() == nullptr) return is_behind;
        link.offer_events(now);
        return true;
    }
    bool write() {
        const std::string_view out = link.unsent();
        const std::size_t count = std::min(out.size(), takes);
        received += out.substr(0, count);
        takes -= count;
        link.sent(count, now);
        return count > 0;
    }

    std::unique_ptr<callbox::rpc::deferred_result> answer_to(callbox::rpc::ticket t) {
        auto what = std::make_unique<callbox::rpc::deferred_result>();
        std::string request = slow.all.at(t - 1).request;
        what->error_code = other.dispatch(request, what->response).error_code;
        return what;
    }
    void answer(callbox::rpc::ticket t) {
        link.fill(t, answer_to(t));
        go();
    }
    std::string body_after(callbox::rpc::ticket t) {
        answer(t);
        return body();
    }
    void give_up(callbox::rpc::ticket t) {
        link.fill(t, nullptr);
        go();
    }
    callbox::rpc::ticket answered_up_to = 0;
    void answer_all() {
        while (answered_up_to < slow.all.size())
            if (slow.all[answered_up_to++].awaited)
                link.fill(answered_up_to, answer_to(answered_up_to));
    }

    std::vector<net_test::answer> answers() const {
        talk parsed;
        parsed.received = received;
        return parsed.answers();
    }
    std::string body() const {
        const auto all = answers();
        return all.empty() ? "nothing" : all.back().body;
    }
    bool has(std::string_view field) const { return answers().back().has(field); }
};

}  // namespace net_test
