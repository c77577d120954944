// The expected state of one connection, derived only from the bytes read and sent by the server:
// its phase, its deadline, and the permitted reasons to close it.
#pragma once

#include "answers.hpp"
#include "client.hpp"
#include "event_follower.hpp"
#include "websocket_follower.hpp"

#include <callbox/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace simulate {

class follower {
public:
    follower(client& followed, const circumstances& all)
        : events(followed, all), client_(&followed), all_(&all) {}

    // Each returns an error, or empty.
    std::string accepted(bool surplus, bool dropped);
    std::string read(std::size_t count);
    std::string sent(std::string_view all, std::size_t taken);
    std::string measured();
    std::string shut();
    std::string closed();
    // Checks before the loop sleeps that it has done everything due. `interest`: the events that it
    // waits for; `rests`: it has no work left for later.
    std::string resting(std::uint32_t interest, bool rests);

    // The loop wakes up and receives events.
    void woken() {
        client_->line.spurious = false;
        turn_requests = 0;
        fresh_ = false;
        if (std::exchange(left_, false)) resumed_at_ = all_->now;
        ready_ = open_ && client_->line.unread() > 0;
        reset_ = open_ && client_->line.reset && !ready_;
    }
    bool overlooks_reset() const { return open_ && reset_ && !client_->line.spurious; }
    // SIGTERM: all requests that have arrived completely must be answered.
    void stop();
    bool must_be_answered() const { return must_ > client_->answered; }
    bool is_open() const { return open_; }
    bool is_surplus() const { return open_ && surplus_; }
    bool was_accepted() const { return since_ >= 0; }

    std::size_t turn_requests = 0;  // answered in this turn
    std::size_t turn_reads = 0;
    event_follower events;

private:
    enum class phase : std::uint8_t { idle, head, body, whole };
    const asked* next() const {
        const auto& all = client_->sends.all;
        return client_->answered < all.size() ? &all[client_->answered] : nullptr;
    }
    phase where() const;
    ms patience() const;
    bool waits_elsewhere() const;
    void renew(std::size_t count);
    void move();
    std::string take(const wire::answer& got);
    std::string excuse(const wire::answer& got) const;
    std::string fresh(std::string_view all);
    std::string begin_stream();
    std::string resting_stream(std::uint32_t interest, bool rests) const;

    client* client_;
    const circumstances* all_;
    std::string got_;         // an incomplete response
    bool open_ = false;
    bool surplus_ = false;
    bool fresh_ = false;      // accepted in this turn
    bool dropped_ = false;
    bool over_ = false;       // a response had Connection: close
    bool drained_ = false;    // because of the drain
    bool parted_ = false;     // at the request of the client, which sent nothing after it
    bool end_read_ = false;
    bool blocked_ = false;    // unsent output is left
    bool stalled_ = false;    // which is events only: calls are read
    bool streams_ = false;    // a stream has begun, and its head is sent
    bool resumed_ = false;    // unsent output was sent later
    bool waited_ = false;     // for deferred calls, at the end of the last turn
    bool continued_ = false;    // 100 Continue was sent for the next request
    bool ready_ = false;      // there was input when the turn began
    bool reset_ = false;      // there was a reset and no input
    bool left_ = false;       // part of a request may have been left for the next turn
    ms resumed_at_ = -1;      // the time of that turn
    ms since_ = -1;           // start of the phase
    std::size_t arrived_ = 0; // bytes of the body since then
    ms sent_at_ = 0;          // start of the write time-out
    std::size_t sent_ = 0;    // bytes in total
    std::size_t seen_ = 0;    // and those not yet sent
    std::size_t taken_ = 0;   // bytes read by the client at the last measurement
    bool starved_ = false;    // the client read too little
    ms shut_at_ = 0;
    std::size_t must_ = 0;      // requests that had arrived at SIGTERM
    std::size_t progress_ = 0;  // responses at the end of the last turn
    phase was_ = phase::idle;
    std::optional<websocket_follower> websocket_;
};

}  // namespace simulate
