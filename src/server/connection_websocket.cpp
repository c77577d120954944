// A connection after the handshake of a WebSocket, and the deferred calls of every connection.
#include "connection.hpp"

namespace callbox::net {

// The response, 101, is appended. Frames follow.
void connection::begin_websocket(step& s, site::lasting_client&& client) {
    session_ = std::make_unique<websocket_session>(place(), std::move(client));
    s.unread = s.unread.subspan(message_bytes_);
    parser_.reset();
    enter(phase::websocket, s.now);
    more_ = !s.unread.empty() || session_->is_due(*common_);
}

// A phase that continues keeps its time, except after a step that leaves received frames: while
// they wait for their turn, nothing is read.
bool connection::websocket(step& s) {
    using next = websocket_session::next;
    const auto continue_in = [&](phase p) {
        if (phase_ != p) enter(p, s.now), arrived_ = 0;
        return false;
    };
    switch (session_->serve(place(), s.unread, s.work)) {
    case next::read: return continue_in(phase::websocket);
    case next::read_new:
        continue_in(phase::websocket);
        [[fallthrough]];
    case next::read_rest:
        continue_in(phase::message);
        if (s.held || !memory::is_under_pressure()) return false;
        return refuse_message(s, site::rejections::memory_used_up);
    case next::resume:
        more_ = true;
        if (phase_ != phase::closing) enter(phase::websocket, s.now);
        return false;
    case next::wait: return continue_in(phase::calling);
    case next::wait_to_close: return continue_in(phase::closing);
    case next::close: break;
    }
    session_.reset();
    return finish(s);
}

// Memory has run out, or a message is too slow. The input is lost; the calls that have started are
// answered.
bool connection::refuse_message(step& s, const site::rejection& why) {
    using websocket::close_code;
    common_->site->counts().rejected(why.counted_as);
    session_->close(place(),
                    why.status == 408 ? close_code::policy_violation : close_code::try_again_later,
                    why.reason);
    s.unread = {};
    input_.release();
    return websocket(s);
}

// Nothing was received for ping_interval_ms. Returns false if a ping was sent before. While
// `calling` a pong would not be read, but a client that has closed its socket resets it.
bool connection::ping(time_ms now) {
    if (!session_->ping(common_->output) && is_reading()) {
        session_->close(place(), websocket::close_code::abnormal, "no answer to a ping");
        return false;
    }
    since_ = now;
    write(phase_);
    if (common_->output.overflowed()) close();
    return true;
}

// The peer may still read the responses to its calls.
void connection::end_of_frames(time_ms now) {
    session_->close(place(), websocket::close_code::abnormal,
                    "the client sent no close frame");
    if (session_->waits_for() == 0) return close();
    input_.release();
    serve(step_of_held(now));
}

std::size_t connection::waits_for() const {
    if (session_ != nullptr) return session_->waits_for();
    return pending_ == nullptr ? 0 : pending_->missing();
}

void connection::fill(rpc::ticket t, std::unique_ptr<rpc::deferred_result> what) {
    if (session_ != nullptr) session_->fill(t, std::move(what));
    else if (pending_ != nullptr) pending_->fill(t, std::move(what));
    resume_when_due();
}

void connection::abandon_all() {
    if (session_ != nullptr) session_->abandon_all();
    else pending_->abandon_all();
    resume_when_due();
}

// Once a late answer is complete, or the server stops a stream, the loop calls run(). While
// `calling` it reads nothing.
void connection::resume_when_due() {
    const bool is_calling = phase_ == phase::calling;
    if (session_ == nullptr) {
        if (pending_ != nullptr) more_ = pending_->is_complete();
        if (stream_ == nullptr || stream_->stream == nullptr) return;
        more_ |= common_->closes_websockets.has_value();
        return stream_->stream->resume();
    }
    more_ |= session_->is_due(*common_) || (is_calling && !session_->is_full(*common_));
    if (const auto& stream = session_->client().stream) [[unlikely]] stream->resume();
}

}  // namespace callbox::net
