// A connection after the handshake of a WebSocket, and the deferred calls of every connection.
#include "connection.hpp"

#include <memory>
#include <utility>

namespace callbox::net {

namespace {

using websocket::close_code;

}  // namespace

// The response, 101, is appended. What follows are frames.
void connection::begin_websocket(step& s, site::websocket_client&& client) {
    session_ = std::make_unique<websocket_session>(place(), std::move(client));
    s.unread = s.unread.subspan(message_bytes_);
    parser_.reset();
    enter(phase::websocket, s.now);
    more_ = !s.unread.empty() || session_->is_due(*common_);
}

bool connection::websocket(step& s) {
    using next = websocket_session::next;
    if (phase_ == phase::calling) enter(phase::websocket, s.now);
    switch (session_->serve(place(), s.unread, s.work)) {
    case next::read:
        if (s.unread.empty() || s.held || !memory::is_under_pressure()) break;
        return close_websocket(s, site::rejections::memory_used_up);
    case next::resume: more_ = true; break;
    case next::wait: enter(phase::calling, s.now); break;
    case next::close:
        session_.reset();
        return finish(s);
    }
    return false;
}

// Memory has run out. The input is lost; the calls received before are answered.
bool connection::close_websocket(step& s, const site::rejection& why) {
    session_->close(place(), close_code::try_again_later, why.reason);
    s.unread = {};
    input_.release();
    return websocket(s);
}

// Nothing was received for ping_interval_ms. Returns false if a ping was sent before.
bool connection::ping(time_ms now) {
    if (!session_->ping(common_->output)) {
        session_->close(place(), close_code::abnormal, "no answer to a ping");
        return false;
    }
    after_writing_ = phase::websocket;
    enter(phase::writing, now);
    if (common_->output.overflowed()) close();
    return true;
}

void connection::end_websocket() {
    session_->close(place(), close_code::abnormal, "");
    session_.reset();
}

std::size_t connection::waits_for() const {
    if (session_ != nullptr) return session_->waits_for();
    return pending_ == nullptr ? 0 : pending_->missing();
}

void connection::fill(rpc::ticket t, rpc::deferred_result&& what) {
    if (session_ != nullptr) session_->fill(t, std::move(what));
    else if (pending_ != nullptr) (void)pending_->fill(t, std::move(what));
    resume_when_due();
}

void connection::abandon(rpc::ticket t) {
    if (session_ != nullptr) session_->abandon(t);
    else if (pending_ != nullptr) (void)pending_->abandon(t);
    resume_when_due();
}

void connection::admit(const site::tokens& next) {
    session_->admit(place(), next);
    if (phase_ == phase::websocket) more_ = true;
    resume_when_due();
}

// Once a late answer is complete, the loop calls run(). While `calling` it reads nothing.
void connection::resume_when_due() {
    if (session_ != nullptr) more_ = more_ || session_->is_due(*common_);
    else if (phase_ == phase::calling) more_ = pending_->is_complete();
}

}  // namespace callbox::net
