// The output of a connection: what the socket does not accept is kept, and its peer has a time to
// read it. Events follow the calls: of a WebSocket, or as the response to a request.
#include "connection.hpp"

#include "http/response.hpp"

namespace callbox::net {

namespace {

constexpr std::size_t events_output_max = 16 << 10;  // beyond it an output begins no event

}  // namespace

std::string_view connection::unsent() {
    assert(phase_ == phase::writing || has_unsent_events());
    if (output_.empty()) return common_->output.view();
    if (!common_->output.empty()) [[unlikely]] {  // a response follows events partly sent
        output_.append(common_->output.view());
        common_->output.clear();
    }
    return output_.view();
}

// A phase that is interrupted only for output that is sent in the same step keeps its time.
void connection::sent(std::size_t count, time_ms now) {
    sent_ += count;
    const bool writes = phase_ == phase::writing;
    if (output_.empty()) [[likely]] {
        if (count < common_->output.size()) return keep_unsent(count, now);
        common_->clear_output();
    } else {
        if (output_.overflowed()) return close();
        output_.consume(count);
        if (!output_.empty()) return;
        output_.release();
        if (writes) since_ = now;
        if (writes) arrived_ = 0;
    }
    if (writes && after_writing_ == phase::closed) return close();
    if (writes) phase_ = after_writing_;
    if (phase_ >= phase::websocket) [[unlikely]] resume_when_due();
}

// Moves a large rest of the shared output, copies a small one. No input is processed until it is
// sent.
void connection::keep_unsent(std::size_t count, time_ms now) {
    bytes& out = common_->output;
    out.consume(count);
    if (out.size() > step_output_max) output_ = std::exchange(out, bytes(memory::budget::clients));
    else output_.append(out.view());
    common_->clear_output();
    if (output_.overflowed()) return close();
    if (phase_ != phase::writing) return;
    since_ = now;
    arrived_ = 0;
}

// EPOLLOUT does not measure what a peer reads: it is reported once a third of the socket buffer is
// free, which takes a slow peer longer than its timeout.
bool connection::has_taken_enough(std::size_t queued) {
    const limits& l = *common_->bounds;
    const std::uint64_t enough = std::uint64_t{l.write_rate_min} * l.write_timeout_ms / 1000;
    const std::uint64_t taken = sent_ - std::min<std::uint64_t>(queued, sent_);
    const std::uint64_t before = std::exchange(taken_, taken);
    return taken > before && taken - before >= enough;
}

// The head and, of a subscription, the first event are appended.
void connection::begin_stream(step& s, site::lasting_client&& client) {
    stream_ = std::make_unique<site::lasting_client>(std::move(client));
    if (stream_->stream) stream_->stream->set_owner(common_->served);
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

// Appends what `write(bytes&)` appends as an event of the stream, unless it returns false.
template <class Write> bool connection::append_event(Write write) {
    bytes& event = common_->event;
    event.clear();
    try {
        if (!write(event)) return false;
    } catch (const std::bad_alloc&) {
        (void)event.room(SIZE_MAX);  // as if it did not fit
    }
    http::append_event(common_->output, event.view(), stream_->is_chunked);
    if (event.overflowed()) (void)common_->output.room(SIZE_MAX);  // overflows too
    return true;
}

bool connection::append_event() {
    if (session_ != nullptr) return session_->append_event(place());
    return append_event([&](bytes& out) { return stream_->stream->append_next(out); });
}

void connection::end_stream(time_ms now) {
    if (stream_->is_chunked) common_->output.append(http::last_chunk);
    stream_.reset();
    step s{{}, now, false};
    finish(s);
}

// The answer of the deferred calls is the last event of their stream.
bool connection::append_response() {
    if (!pending_->is_complete()) return false;
    append_event([&](bytes& out) {
        (void)common_->site->answer_late(*pending_, out);
        return true;
    });
    pending_.reset();
    return true;
}

bool connection::pass(const rpc::report& one, time_ms now) {
    if (session_ == nullptr && stream_ == nullptr) return false;
    const bool can_send = is_reading() || phase_ == phase::calling || phase_ == phase::closing;
    if (!can_send || !output_.empty()) return true;
    if (session_ != nullptr) {
        session_->append_progress(place(), one);
        more_ = true;  // if memory has run out, it closes
        return true;
    }
    const auto write = [&](bytes& out) { return pending_->append_progress(one, out); };
    if (!append_event(write)) return false;
    if (common_->output.overflowed()) close();
    since_ = now;
    return true;
}

void connection::stop(time_ms now) {
    if (phase_ == phase::streaming && pending_ == nullptr) end_stream(now);
    else resume_when_due();
}

// The client of a stream gets the end of its subscription.
void connection::admit(const site::tokens& next, std::span<const rpc::view> views) {
    std::uint32_t& holder = lasting().holder;
    const bool is_known = common_->site->find_again(holder, next);
    if (is_known && holder == site::lasting_client::no_holder) return;
    admit(is_known ? &views[holder] : nullptr, "the token is revoked");
}

void connection::renew(time_ms now) {
    site::lasting_sender* const sender = lasting().sender.get();
    if (sender == nullptr || sender->sees == nullptr || now < sender->until) return;
    const bool is_known = common_->site->renew(*sender, from_->text(), from_->uid());
    admit(is_known ? sender->sees : nullptr, "the sender is no longer recognized");
}

// Null: it may call nothing.
void connection::admit(const rpc::view* sees, std::string_view why_not) {
    if (session_ != nullptr && sees == nullptr) {
        session_->close(place(), websocket::close_code::policy_violation, why_not);
        more_ = more_ || phase_ != phase::closing;
        return resume_when_due();
    }
    if (const auto& stream = lasting().stream) stream->admit(sees);
}

}  // namespace callbox::net
