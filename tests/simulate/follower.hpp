// What must be true of one connection, by nothing but what the server reads and sends: its phase,
// until when it may stay in it, and why it may end.
#pragma once

#include "answers.hpp"
#include "client.hpp"

#include <callbox/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace simulate {

using ms = std::int64_t;

// What all followers look at.
struct circumstances {
    const callbox::limits* bounds;
    ledger* calls;
    ms now = 0;             // of the turn
    bool draining = false;  // the loop has heard of it
    bool drained = false;   // in an earlier turn already
    bool closing = false;   // and its delay is over
    ms closed_at = 0;       // since when
    bool forced = false;    // a second signal, or the end of drain_timeout_ms
};

class follower {
public:
    follower(client& followed, const circumstances& all) : client_(&followed), all_(&all) {}

    // Each returns what is wrong, or nothing.
    std::string accepted(bool surplus, bool dropped);
    std::string read(std::size_t count);
    std::string sent(std::string_view all, std::size_t taken);
    std::string measured();
    std::string shut();
    std::string closed();
    // Checks before the loop sleeps that all that was due is done. `interest` is what it waits for;
    // `rests` says that it has no work left for later.
    std::string resting(std::uint32_t interest, bool rests);

    // The loop hears of what has happened.
    void woken() {
        client_->line.spurious = false;
        turn_requests = 0;
        fresh_ = false;
        if (std::exchange(left_, false)) went_on_at_ = all_->now;
        ready_ = open_ && client_->line.unread() > 0;
        reset_ = open_ && client_->line.reset && !ready_;
    }
    bool overlooks_reset() const { return open_ && reset_ && !client_->line.spurious; }
    // SIGTERM comes: all requests that have arrived whole must be answered.
    void stop();
    bool must_be_answered() const { return must_ > client_->answered; }
    bool is_open() const { return open_; }
    bool is_surplus() const { return open_ && surplus_; }
    bool was_accepted() const { return since_ >= 0; }

    std::size_t turn_requests = 0;  // answered in this turn
    std::size_t turn_reads = 0;

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
    std::string must_not(const char* what) const;

    client* client_;
    const circumstances* all_;
    std::string got_;         // and no whole answer yet
    bool open_ = false;
    bool surplus_ = false;
    bool fresh_ = false;      // accepted in this turn
    bool dropped_ = false;
    bool over_ = false;       // an answer said that it closes
    bool drained_ = false;    // because of the drain
    bool parted_ = false;     // as the client had asked for, who has sent nothing behind
    bool end_read_ = false;
    bool blocked_ = false;    // output is left
    bool resumed_ = false;    // and was sent later
    bool waited_ = false;     // for calls elsewhere, when the last turn ended
    bool told_on_ = false;    // 100 Continue to the next one
    bool ready_ = false;      // something was there to read when the turn began
    bool reset_ = false;   // a reset was there, and nothing to read
    bool left_ = false;       // a part of a request may have been left for the next turn
    ms went_on_at_ = -1;      // which was then
    ms since_ = -1;           // of the phase
    std::size_t arrived_ = 0; // of a body, since then
    ms sent_at_ = 0;          // when output began to wait, or its time began again
    std::size_t sent_ = 0;    // in all
    std::size_t taken_ = 0;   // of it by the client, when last asked
    bool starved_ = false;    // the client took too little
    ms shut_at_ = 0;
    std::size_t must_ = 0;
    std::size_t progress_ = 0;  // answered when the last turn ended
    phase was_ = phase::idle;
};

}  // namespace simulate
