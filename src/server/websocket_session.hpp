// A WebSocket after its handshake (RFC 6455): part of a server/connection, which reads, writes and
// keeps the time. Input: bytes. Output: frames, and the next action of the connection.
#pragma once

#include "peer.hpp"
#include "shared_state.hpp"

namespace callbox::net {

// Messages are answered in order, but for those that wait for deferred calls: their responses are
// appended once they are complete. A session that closes reads no more, waits for its calls,
// answers them and sends a close frame.
class websocket_session {
public:
    using close_code = websocket::close_code;

    // What the connection does after serve().
    enum class next : std::uint8_t {
        read,           // reads more bytes and calls serve() with them
        read_rest,      // the same, within a message or control frame
        read_new,       // the same, within one that begins after the end of another
        resume,         // calls serve() again, after other connections had a turn
        wait,           // reads nothing until is_due()
        wait_to_close,  // the same, for drain_timeout_ms at most: then calls abandon_all()
        close,          // sends the output, whose last frame is a close frame; reads no frames
    };

    // The loop and the peer of the connection, which outlive the session.
    struct place {
        shared_state* common;
        const peer* from;
    };

    // Throws std::bad_alloc if memory has run out.
    [[gnu::cold]] websocket_session(place where, site::lasting_client&& client);
    [[gnu::cold]] ~websocket_session();

    // Appends responses and control frames to shared_state::output. Leaves in `unread` the bytes
    // that the next call needs, with those received in the meantime after them.
    next serve(place where, std::span<char>& unread, step_work& work);

    // Bytes were received.
    void heard() { is_pinged_ = false; }
    // Appends a ping. Returns false if no bytes were received since the last one.
    [[gnu::cold]] bool ping(bytes& out);

    // A deferred call has completed or has timed out: see connection.
    [[gnu::cold]] void fill(rpc::ticket t, std::unique_ptr<rpc::deferred_result> what);
    // Appends the report of a deferred call.
    [[gnu::cold]] void append_progress(place where, const rpc::report& one);
    // All deferred calls have timed out.
    [[gnu::cold]] void abandon_all();
    // The number of deferred calls that responses wait for.
    std::size_t waits_for() const { return calls_; }
    // Whether so many calls or responses are waiting that no message is read.
    bool is_full(const shared_state& common) const {
        const std::size_t most = common.bounds->pipelined_answers_max;
        return calls_ >= most || waiting_.size() >= most;
    }
    // Whether serve() has something to do, even without further bytes.
    bool is_due(const shared_state& common) const;

    // Its stream is null if the table has no events, or if the session closes.
    site::lasting_client& client() { return client_; }
    // Appends the next event. Returns false if there was none, or if the session closes. Requires:
    // client().stream.
    bool append_event(place where);

    // Closes with that code, unless it is closing; abnormal: without a close frame. Counts and
    // logs it.
    [[gnu::cold]] void close(place where, close_code code, std::string_view reason);

private:
    using event = websocket::reader::event;

    site::message_context context(place where) const;
    void answer(place where, std::span<char> message);
    [[gnu::cold]] bool append_late(place where, step_work& work);
    [[gnu::cold]] void on_event(place where, event what);
    [[gnu::cold]] void close_for_stop(place where);
    void ask_calls_to_stop();  // the client has left
    template <class Append> void append(place where, Append frames);
    template <class Write> void append_response(place where, Write response);

    websocket::reader reader_;
    site::lasting_client client_;
    std::vector<std::unique_ptr<rpc::pending>> waiting_;  // responses, oldest first
    std::uint32_t calls_ = 0;                // that they wait for
    close_code code_ = close_code::normal;  // if it closes
    bool is_closing_ = false;
    bool is_pinged_ = false;  // no bytes were received since the last ping
};

static_assert(sizeof(websocket_session) <= 128, "an idle WebSocket has one");

}  // namespace callbox::net
