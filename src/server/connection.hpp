// An HTTP/1.1 connection (RFC 9112). Input: bytes and a time. Output: bytes, a deadline and a
// phase. It makes no system calls, so entire conversations can run in memory with any clock;
// only how long a step takes is measured, in ticks.
#pragma once

#include "base/clock.hpp"
#include "base/listener_role.hpp"
#include "base/ticks.hpp"
#include "http/chunked.hpp"
#include "http/head_reader.hpp"
#include "http/parse.hpp"
#include "peer.hpp"
#include "rpc/deferred.hpp"
#include "site/rejection.hpp"
#include "site/site.hpp"
#include "traffic.hpp"

#include <callbox/bytes.hpp>
#include <callbox/limits.hpp>
#include <callbox/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace callbox::net {

inline constexpr std::size_t input_bytes = 128 << 10;    // maximum of one read
inline constexpr std::size_t step_output_max = 64 << 10; // beyond it a step starts no answer
inline constexpr std::size_t output_kept_max = 1 << 20;  // larger output buffers are released
inline constexpr std::uint32_t step_ms_max = 10;  // beyond it a step in a loop starts no answer

// The phase of a connection. All but the last two have a timeout of constant length.
enum class phase : std::uint8_t {
    idle,       // between requests
    head,       // reading the head
    body,       // reading the body
    writing,    // sending output; input is neither read nor parsed
    lingering,  // the last answer is sent; input is read and discarded
    calling,    // waiting for deferred calls; input is neither read nor parsed
    closed,
};
inline constexpr std::size_t deadline_kinds = 5;
static_assert(static_cast<std::size_t>(phase::closed) == phase_names.size());

// State shared by the connections of one loop, which serves one at a time. The loop updates `date`,
// `draining`, and `more_arrived` of the connection being served.
struct shared_state {
    shared_state(site::site& answers, const limits& limits_,
                 std::uint64_t step_ticks_max_ = UINT64_MAX)
        : site(&answers), bounds(&limits_), step_ticks_max(step_ticks_max_),
          heads(answers.uses_shapes()),
          input(memory::make<char>(input_bytes + 1, memory::budget::clients)) {}

    site::site* site;
    const limits* bounds;
    std::uint64_t step_ticks_max;
    http::head_reader heads;
    std::string_view date;    // an IMF-fixdate
    bool draining = false;
    bool more_arrived = false;  // or may have, after the input that was read
    bytes output{memory::budget::clients};  // the answers of one step
    memory::block<char> input;  // for connections that hold no input; one byte extra
};

// The owner, depending on phase and state:
//     idle, head, body, lingering   reads into room(), then calls received() or ended()
//     writing                       sends unsent() and calls sent() before serving any other
//     calling                       calls fill() or abandon() for each call
//     lingering                     shuts down its sending side, once
//     closed                        closes the socket
//     runnable()                    calls run() after the others had a turn, and reads nothing
//     deadline() has passed         calls expired()
// Requires: time does not go backwards.
class connection {
public:
    // Requires: `common` outlives it. The connection is closed until open().
    explicit connection(shared_state& common)
        : common_(&common), parser_(*common.bounds), chunks_(*common.bounds) {}

    // Starts a connection with `from`, null if unknown. `at` is the role of its listener. Requires:
    // it is closed; `from` is valid until it is closed again.
    void open(time_ms now, const peer* from = nullptr, listener_role at = listener_role::all);
    // Rejects a connection that was just opened: 503 if there are too many, 403 if the peer may not
    // connect.
    void turn_away(time_ms now, bool is_allowed = true);

    phase current() const { return phase_; }
    // The time when the phase began, or when its timeout was restarted.
    time_ms since() const { return since_; }
    // The number of deferred calls that the answer waits for.
    std::size_t waits_for() const { return pending_ == nullptr ? 0 : pending_->missing(); }
    time_ms deadline() const;
    // Whether it has unprocessed input from an earlier step.
    bool runnable() const { return more_ && phase_ != phase::writing; }

    // The buffer for the next read: in shared_state::input, or after the input it already holds.
    // Empty only if memory has run out; the phase has then changed.
    std::span<char> room(time_ms now);
    // `count` bytes were read into room(). Requires: at least one.
    void received(std::size_t count, time_ms now);
    // The peer has shut down its sending side. Complete requests received before are answered.
    void ended(time_ms now);
    void run(time_ms now);

    // A deferred call of the pending answer has completed, or has timed out. Does nothing if memory
    // ran out for that answer.
    void fill(rpc::ticket t, rpc::deferred_result&& what);
    void abandon(rpc::ticket t);

    std::string_view unsent() const;
    // Whether it closes once everything is sent. Requires: phase::writing.
    bool closes_when_sent() const { return after_writing_ == phase::closed; }
    // The socket accepted `count` bytes of unsent(), possibly 0. The rest is kept.
    void sent(std::size_t count, time_ms now);

    // The deadline has passed. When writing, `queued` is the number of bytes in the socket buffer
    // that the peer has not accepted yet.
    void expired(time_ms now, std::size_t queued = 0);
    // Closes the connection, because sending or receiving is impossible or unwanted.
    void close();

    // Bytes of memory it holds: none without a partial request or unsent output.
    std::size_t memory() const { return input_.capacity() + output_.capacity(); }

private:
    // The state of one step: the unconsumed input and its location.
    struct step {
        std::span<char> unread;
        time_ms now;
        bool held;  // unread is in input_, not in shared_state::input
        std::size_t requests = 0;
        std::uint64_t answered_at = 0;  // time of the first of them, in ticks
    };

    step step_of_held(time_ms now) { return {{input_.data(), input_.size()}, now, true}; }
    std::size_t expected_bytes() const;
    void count_in(std::size_t count, time_ms now);
    bool has_taken_enough(std::size_t queued);
    void serve(step s);
    bool advance(step& s);
    // One function for each phase that makes progress. Returns whether to continue now.
    bool head(step& s);
    bool body(step& s);
    bool calling(step& s);

    http::request& request_in(const step& s);
    bool begin_body(step& s);
    bool decode(step& s);
    bool wait(step& s);
    site::request_context context(const http::request* r, bool close) const;
    bool handle_request(step& s, std::size_t body_bytes, std::size_t message_bytes);
    bool has_served_enough(step& s) const;
    template <class Answer> bool respond(step& s, Answer answer);
    void resume_when_complete();
    void keep_unsent(std::size_t count);
    bool reject(step& s, const site::rejection& why);
    bool finish(step& s, phase after_writing = phase::lingering);
    void keep(step& s);
    void enter(phase next, time_ms now);
    bool is_reading() const { return phase_ <= phase::body; }

    shared_state* common_;
    http::parser parser_;
    http::chunked chunks_;
    // A partial request, and input left for a later turn.
    bytes input_{memory::budget::clients};
    bytes output_{memory::budget::clients};  // not accepted by the socket
    const peer* from_ = nullptr;
    std::unique_ptr<rpc::pending> pending_;  // of the waiting request, which stays in input_
    std::size_t message_bytes_ = 0;          // of the request being answered
    std::size_t arrived_ = 0;   // bytes of a body since since_
    std::uint64_t sent_ = 0;    // bytes accepted by the socket
    std::uint64_t taken_ = 0;   // of these, by the peer at the last check
    time_ms since_ = 0;         // see since()
    listener_role at_ = listener_role::all;
    phase phase_ = phase::closed;
    phase after_writing_ = phase::idle;  // lingering, closed: the unsent answer is the last
    bool more_ = false;                  // input is left for a later turn
};

// Counts an answer. Steps are limited because other connections wait, and because only sending the
// answers shows that the client has left.
inline bool connection::has_served_enough(step& s) const {
    const std::uint64_t now = ticks_now();
    if (s.requests++ == 0) s.answered_at = now;
    return s.requests == common_->bounds->pipelined_answers_max ||
           common_->output.size() >= step_output_max ||
           ticks_between(s.answered_at, now) > common_->step_ticks_max;
}

}  // namespace callbox::net
