// The events of a connection: of a WebSocket, or as the response to a request.
#include "connection.hpp"

namespace callbox::net {

namespace {

constexpr std::size_t events_output_max = 16 << 10;  // beyond it an output begins no event

}  // namespace

// The head and the first event are appended.
void connection::begin_stream(step& s, site::event_client&& client) {
    stream_ = std::make_unique<site::event_client>(std::move(client));
    stream_->stream->set_owner(common_->served);
    s.unread = {};
    parser_.reset();
    enter(phase::streaming, s.now);
}

// Output that is not sent is completed first: then the stream resumes.
void connection::offer_events(time_ms now) {
    const bool can_send = is_reading() || phase_ == phase::calling;
    if (!can_send || !output_.empty()) return;
    bytes& out = common_->output;
    while (out.size() < events_output_max && append_event()) {}
    if (stream_ != nullptr && stream_->stream->count() == 0) return end_stream(now);
    if (out.empty()) return;
    if (out.overflowed()) return close();
    if (phase_ == phase::streaming) since_ = now;
}

bool connection::append_event() {
    return session_ != nullptr ? session_->append_event(place())
                               : stream_->stream->append_next(common_->output);
}

void connection::end_stream(time_ms now) {
    stream_->stream->append_last(common_->output);
    stream_.reset();
    step s{{}, now, false};
    finish(s);
}

void connection::stop(time_ms now) {
    if (phase_ == phase::streaming) end_stream(now);
    else resume_when_due();
}

// The client of a stream gets the end of its subscription.
void connection::admit(const site::tokens& next, std::span<const rpc::view> views) {
    if (session_ != nullptr && session_->admit(place(), next)) {
        more_ = more_ || phase_ != phase::closing;
        return resume_when_due();
    }
    std::uint32_t& holder = session_ != nullptr ? session_->holder() : stream_->holder;
    const bool is_known = session_ != nullptr || common_->site->find_again(holder, next);
    events::stream* const all =
        session_ != nullptr ? session_->events() : stream_->stream.get();
    if (all == nullptr || holder == site::websocket_client::no_holder) return;
    all->admit(is_known ? &views[holder] : nullptr);
}

}  // namespace callbox::net
