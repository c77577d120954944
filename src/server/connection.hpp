// One connection of HTTP/1.1 (RFC 9112). It takes bytes and a time, and gives bytes, a deadline and
// a phase. It makes no system call, so that whole conversations run in memory with any clock.
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

inline constexpr std::size_t input_bytes = 128 << 10;    // the most that is read at once
inline constexpr std::size_t step_output_max = 64 << 10; // beyond it a step begins no answer
inline constexpr std::size_t output_kept_max = 1 << 20;  // a larger output buffer is not kept
inline constexpr std::uint32_t step_ms_max = 10;  // beyond it a loop's step begins no answer

// Where a connection is. Each phase but the last two has a deadline of a constant length.
enum class phase : std::uint8_t {
    idle,       // between requests
    head,       // a part of a head is read
    body,       // the head is read, a part of the body may be
    writing,    // output is unsent; input is neither read nor looked at
    lingering,  // the last answer is sent; input is read and dropped
    calling,    // an answer waits for deferred calls; input is neither read nor looked at
    closed,
};
inline constexpr std::size_t deadline_kinds = 5;
static_assert(static_cast<std::size_t>(phase::closed) == observe::phase_names.size());

// What the connections of one loop share: one of them is served at a time. The loop keeps `date`
// and `draining` up to date, and `more_arrived` for the one that is served.
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
    bool more_arrived = false;  // or may have, behind what is read
    bytes output{memory::budget::clients};  // the answers of one step
    memory::block<char> input;  // for a connection that holds no input; and a byte
};

// What its owner does:
//     idle, head, body, lingering   reads into room(), then received() or ended()
//     writing                       sends unsent(), then sent(), before any other is served
//     calling                       fill() or abandon() for each call
//     lingering                     shuts its sending side, once
//     closed                        closes the socket
//     runnable()                    calls run() when the others had their turn, and reads nothing
//     deadline() has come           calls expired()
// Requires: time does not go back.
class connection {
public:
    // Requires: `common` outlives it. It is closed until open().
    explicit connection(shared_state& common)
        : common_(&common), parser_(*common.bounds), chunks_(*common.bounds) {}

    // Begins anew with another peer; null: nothing is known of it. `at` says what it is served.
    // Requires: closed; `from` lives until it is closed again.
    void open(time_ms now, const peer* from = nullptr, listener_role at = listener_role::all);
    // Answers a connection that was just opened: 503 without room, 403 if it may not connect.
    void turn_away(time_ms now, bool is_allowed = true);

    phase current() const { return phase_; }
    // When the phase began, or its time began again.
    time_ms since() const { return since_; }
    // How many deferred calls its answer waits for.
    std::size_t waits_for() const { return pending_ == nullptr ? 0 : pending_->missing(); }
    time_ms deadline() const;
    // Whether it has input that was left for later.
    bool runnable() const { return more_ && phase_ != phase::writing; }

    // Where to read to: in shared_state::input, or behind the input it holds already. Never empty
    // unless memory has run out; then the phase has changed.
    std::span<char> room(time_ms now);
    // `count` bytes were read into room(). Requires: at least one.
    void received(std::size_t count, time_ms now);
    // The peer has shut its sending side. What came before is answered.
    void ended(time_ms now);
    void run(time_ms now);

    // A deferred call that its answer waits for is done, or was not done in time. Does nothing if
    // memory ran out for that answer.
    void fill(rpc::ticket t, rpc::deferred_result&& what);
    void abandon(rpc::ticket t);

    std::string_view unsent() const;
    // Whether it closes once everything is sent. Requires: it writes.
    bool closes_when_sent() const { return after_writing_ == phase::closed; }
    // The socket took so many bytes of unsent(), perhaps none. The rest is kept here.
    void sent(std::size_t count, time_ms now);

    // While it writes, `queued` is how many bytes the socket took that the peer has not taken yet.
    void expired(time_ms now, std::size_t queued = 0);
    // Nothing can be sent or read any more, or nothing shall be.
    void close();

    // Bytes of memory of its own: none while no request is begun and no output is unsent.
    std::size_t memory() const { return input_.capacity() + output_.capacity(); }

private:
    // The work of one call: the input that is not consumed yet, and where it is.
    struct step {
        std::span<char> unread;
        time_ms now;
        bool held;  // unread is in input_, not in shared_state::input
        std::size_t requests = 0;
        std::uint64_t answered_at = 0;  // the first of them, in ticks
    };

    step step_of_held(time_ms now) { return {{input_.data(), input_.size()}, now, true}; }
    std::size_t expected_bytes() const;
    void count_in(std::size_t count, time_ms now);
    bool has_taken_enough(std::size_t queued);
    void serve(step s);
    bool advance(step& s);
    // A function for each phase that input moves. They say whether there is more to do now.
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
    // A request that is not complete, and what was left for later.
    bytes input_{memory::budget::clients};
    bytes output_{memory::budget::clients};  // what the socket did not take
    const peer* from_ = nullptr;
    std::unique_ptr<rpc::pending> pending_;  // of the request that waits, which stays in input_
    std::size_t message_bytes_ = 0;          // of the request that is answered
    std::size_t arrived_ = 0;   // bytes since since_, of a body
    std::uint64_t sent_ = 0;    // bytes that the socket took
    std::uint64_t taken_ = 0;   // of these by the peer, when last asked
    time_ms since_ = 0;         // when the phase began, or its time began again
    listener_role at_ = listener_role::all;
    phase phase_ = phase::closed;
    phase after_writing_ = phase::idle;  // lingering, closed: the unsent answer is the last one
    bool more_ = false;                  // input is left for a later turn
};

// Counts an answer. Others wait during a step, and its client may have left: sending the answers
// shows that.
inline bool connection::has_served_enough(step& s) const {
    const std::uint64_t now = ticks_now();
    if (s.requests++ == 0) s.answered_at = now;
    return s.requests == common_->bounds->pipelined_answers_max ||
           common_->output.size() >= step_output_max ||
           ticks_between(s.answered_at, now) > common_->step_ticks_max;
}

}  // namespace callbox::net
