// The expected state of a connection after the handshake of a WebSocket.
#pragma once

#include "answers.hpp"
#include "client.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulate {

class websocket_follower {
public:
    websocket_follower(client& followed, const circumstances& all)
        : client_(&followed), all_(&all), done_(followed.sends.all.size()), heard_at_(all.now),
          since_(all.now) {
        done_[0] = true;
        heard();
    }

    // Each returns an error, or empty.
    // Bytes were read.
    void heard();
    // Whole frames were sent. Returns the number of responses in `responses`.
    std::string sent(std::string& bytes, std::size_t& responses);
    void ended();    // the end of input was read
    void resumed();  // the rest of output that waited was sent
    // It closes without a close frame. `is_stalled`: events are unsent.
    std::string closed(bool is_stalled) const;
    // As follower::resting(), without a close frame and unsent responses.
    std::string resting(std::uint32_t interest, bool rests);

    bool is_over() const { return over_; }  // a close frame was sent
    // Whether its subscriptions may have ended.
    bool may_end() const;

private:
    using role = asked::role;

    bool is_read(std::size_t i) const { return client_->line.read >= items()[i].end; }
    const std::vector<asked>& items() const { return client_->sends.all; }
    bool is_slow() const;
    bool is_forced() const;
    bool is_silent(std::size_t i) const;
    bool is_deferred(std::size_t i) const;
    bool is_pending(std::size_t i) const;
    std::size_t waiting() const;
    std::size_t calls_waiting() const;
    bool is_full() const;
    std::string pass_silent(std::size_t end);
    std::string response(const std::string& body);
    std::string progress(std::string_view report) const;
    std::string pong(const std::string& payload);
    std::string ping();
    std::string close(int code);
    std::string judged(std::size_t i, int status, const std::string& body) const;
    void finish(std::size_t i);

    client* client_;
    const circumstances* all_;
    std::vector<bool> done_;    // of each item of the plan
    std::size_t next_ = 1;      // the first item that is not done
    std::size_t pings_ = 0;     // items up to the last ping that was answered
    bool over_ = false;
    bool ended_ = false;
    bool pinged_ = false;       // since the last bytes
    bool waited_ = false;       // for a deferred call, at the end of the last turn
    ms heard_at_;               // no ping is due earlier than ping_interval_ms after it
    ms since_;                  // and none later than after this
    std::size_t partial_ = 0;   // the item that is not yet complete; 0: none
    ms partial_at_ = 0;         // when its first byte was read
    ms closes_at_ = INT64_MAX;  // when a violation, a close frame or the end of input was read
    ms left_at_ = INT64_MAX;    // when its calls began to wait for drain_timeout_ms at most
};

}  // namespace simulate
