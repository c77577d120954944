// An HTTP/1.1 connection (RFC 9112), which may become a WebSocket (RFC 6455). Input: bytes and a
// time. Output: bytes, a deadline and a phase. It makes no system calls, so entire conversations
// can run in memory with any clock; only how long a step takes is measured, in ticks.
#pragma once

#include "http/chunked.hpp"
#include "websocket_session.hpp"

namespace callbox::net {

// The phase of a connection. All but `closed`, and `calling` of HTTP, have a constant timeout.
enum class phase : std::uint8_t {
    idle,       // between requests
    head,       // reading the head
    body,       // reading the body
    websocket,  // between the messages of a WebSocket
    message,    // reading a message of a WebSocket
    streaming,  // sending events as a response; input is read and discarded
    writing,    // sending output; input is neither read nor parsed
    lingering,  // the last answer is sent; input is read and discarded
    closing,    // a WebSocket that reads no more waits for deferred calls
    calling,    // waiting for deferred calls; input is neither read nor parsed
    closed,
};
static_assert(static_cast<std::size_t>(phase::closed) == phase_names.size());

// The owner, depending on phase and state:
//     idle, head, body, websocket, message, streaming, lingering
//                             reads into room(), then calls received() or ended()
//     writing                 sends unsent() and calls sent() before serving any other
//     calling, closing, websocket, message
//                             calls fill() for each call
//     lingering               shuts down its sending side, once
//     closed                  closes the socket
//     has_unsent_events()     sends unsent() and calls sent() as soon as the socket accepts more,
//                             beside what its phase requires
//     runnable()              calls run() after the others had a turn, and reads nothing
//     deadline() has passed   calls expired()
// Requires: time does not go backwards.
class connection {
public:
    // Requires: `common` outlives it. The connection is closed until open().
    explicit connection(shared_state& common)
        : common_(&common), parser_(*common.bounds), chunks_(*common.bounds) {}

    // Starts a connection with `from`. `at` is the role of its listener. Requires: it is closed;
    // `from` is valid until it is closed again.
    void open(time_ms now, const peer* from = &unknown_peer,
              listener_role at = listener_role::all);
    // Rejects a connection that was just opened: 503 if there are too many, 403 if the peer may not
    // connect.
    [[gnu::cold]] void turn_away(time_ms now, bool is_allowed = true);

    phase current() const { return phase_; }
    // The time when the phase began, or when its timeout was restarted.
    time_ms since() const { return since_; }
    // The number of deferred calls that answers wait for.
    std::size_t waits_for() const;
    time_ms deadline() const;
    // Whether it has unprocessed input from an earlier step.
    bool runnable() const { return more_ && phase_ != phase::writing; }

    // The buffer for the next read: in shared_state::input, or after the input it already holds.
    // Empty only if memory has run out; the phase has then changed.
    std::span<char> room(time_ms now);
    // `count` bytes were read into room(). Requires: at least one.
    void received(std::size_t count, time_ms now);
    // The peer has shut down its sending side. Complete requests received before are answered; so
    // are the calls of a WebSocket, for drain_timeout_ms at most.
    [[gnu::cold]] void ended(time_ms now);
    void run(time_ms now);

    // A deferred call of a pending answer has completed, or has timed out: then `what` is null.
    // Does nothing if memory ran out for that answer.
    void fill(rpc::ticket t, std::unique_ptr<rpc::deferred_result> what);
    // Outputs the report of a deferred call, unless output is unsent; the owner then sends. Returns
    // false if the client of the call gets none.
    [[gnu::cold]] bool pass(const rpc::report& one, time_ms now);
    // All of them have timed out. Requires: waits_for() is not 0.
    [[gnu::cold]] void abandon_all();

    // Whether it keeps its token for longer than a request.
    bool is_authorized_once() const { return session_ != nullptr || stream_ != nullptr; }
    // shared_state::closes_websockets was set. Requires: is_authorized_once().
    [[gnu::cold]] void stop(time_ms now);
    // site::admit(next, views) will follow. Requires: is_authorized_once().
    [[gnu::cold]] void admit(const site::tokens& next, std::span<const rpc::view> views);
    // With options::authenticate: recognizes the sender again if it is time, or ends. Requires:
    // is_authorized_once().
    [[gnu::cold]] void renew(time_ms now);

    // events::hub::next_due() has returned it: outputs events, unless output is unsent. The owner
    // then sends.
    void offer_events(time_ms now);
    bool has_unsent_events() const {
        return phase_ != phase::writing && !(output_.empty() && common_->output.empty());
    }

    // Requires: phase::writing or has_unsent_events().
    std::string_view unsent();
    // Whether it closes once everything is sent. Requires: phase::writing.
    bool closes_when_sent() const { return after_writing_ == phase::closed; }
    // The socket accepted `count` bytes of unsent(), possibly 0. The rest is kept.
    void sent(std::size_t count, time_ms now);

    // The deadline has passed. When writing, `queued` is the number of bytes in the socket buffer
    // that the peer has not accepted yet.
    [[gnu::cold]] void expired(time_ms now, std::size_t queued = 0);
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
        step_work work = {};
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
    bool websocket(step& s);

    http::request& request_in(const step& s);
    bool begin_body(step& s);
    bool decode(step& s);
    bool wait(step& s);
    site::request_context context(const http::request* r, bool close) const;
    bool handle_request(step& s, std::size_t body_bytes, std::size_t message_bytes);
    template <class Answer> bool respond(step& s, Answer answer);
    [[gnu::cold]] void begin_waiting(step& s);
    [[gnu::cold]] void begin_websocket(step& s, site::lasting_client&& client);
    [[gnu::cold]] bool refuse_message(step& s, const site::rejection& why);
    [[gnu::cold]] bool ping(time_ms now);
    [[gnu::cold]] void end_of_frames(time_ms now);
    websocket_session::place place() { return {common_, from_}; }
    site::lasting_client& lasting() { return session_ ? session_->client() : *stream_; }
    void resume_when_due();
    void begin_stream(step& s, site::lasting_client&& client);
    bool append_event();
    template <class Write> bool append_event(Write write);
    [[gnu::cold]] bool append_response();
    void end_stream(time_ms now);
    [[gnu::cold]] void admit(const rpc::view* sees, std::string_view why_not);
    void write(phase after) {
        after_writing_ = after;
        phase_ = phase::writing;
    }
    void keep_unsent(std::size_t count, time_ms now);
    [[gnu::cold]] bool reject(step& s, const site::rejection& why);
    bool finish(step& s, phase after_writing = phase::lingering);
    void send_output(time_ms now);
    void keep(step& s);
    void enter(phase next, time_ms now);
    bool is_reading() const { return phase_ <= phase::streaming; }

    shared_state* common_;
    http::parser parser_;
    http::chunked chunks_;
    // A partial request, and input left for a later turn.
    bytes input_{memory::budget::clients};
    bytes output_{memory::budget::clients};  // not accepted by the socket
    const peer* from_ = nullptr;
    // Of the waiting request, which stays in input_ unless the answer is a stream.
    std::unique_ptr<rpc::pending> pending_;
    std::unique_ptr<websocket_session> session_;  // null: HTTP
    std::unique_ptr<site::lasting_client> stream_;  // phase::streaming
    std::size_t message_bytes_ = 0;          // of the request being answered
    std::uint64_t sent_ = 0;    // bytes accepted by the socket
    std::uint64_t taken_ = 0;   // of these, by the peer at the last check
    time_ms since_ = 0;         // see since()
    // Bytes of a body or message since since_, or UINT32_MAX if there are more.
    std::uint32_t arrived_ = 0;
    listener_role at_ = listener_role::all;
    phase phase_ = phase::closed;
    phase after_writing_ = phase::idle;  // lingering, closed: the unsent answer is the last
    bool more_ = false;                  // input is left for a later turn
};

}  // namespace callbox::net
