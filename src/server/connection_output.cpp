// The output of a connection: what the socket does not accept is kept, and its peer has a time to
// read it.
#include "connection.hpp"

namespace callbox::net {

std::string_view connection::unsent() {
    assert(phase_ == phase::writing || has_unsent_events());
    if (output_.empty()) return common_->output.view();
    if (!common_->output.empty()) [[unlikely]] {  // a response follows events partly sent
        output_.append(common_->output.view());
        common_->output.clear();
    }
    return output_.view();
}

// Keeps output that the socket did not accept. No input is processed until it is sent. A phase
// that is interrupted only for output that is sent in the same step keeps its time.
void connection::sent(std::size_t count, time_ms now) {
    sent_ += count;
    if (phase_ != phase::writing) return sent_events(count);
    if (output_.empty()) {
        bytes& out = common_->output;
        if (count < out.size()) {
            keep_unsent(count);
            since_ = now;
        }
        out.clear();
        if (out.capacity() > output_kept_max) out.release();
        if (output_.overflowed()) return close();
        if (!output_.empty()) return;
    } else {
        if (output_.overflowed()) return close();
        output_.consume(count);
        if (!output_.empty()) return;
        output_.release();
        since_ = now;
        arrived_ = 0;
    }
    if (after_writing_ == phase::closed) return close();
    phase_ = after_writing_;
    if (phase_ >= phase::websocket) [[unlikely]] resume_when_due();
}

void connection::sent_events(std::size_t count) {
    if (output_.empty()) {
        keep_unsent(count);
        common_->output.clear();
        if (output_.overflowed()) return close();
    } else {
        output_.consume(count);
    }
    if (!output_.empty()) return;
    output_.release();
    resume_when_due();
}

// Keeps the unsent part of the shared output: moves a large one, copies a small one.
void connection::keep_unsent(std::size_t count) {
    bytes& out = common_->output;
    out.consume(count);
    if (out.size() > step_output_max) output_ = std::exchange(out, bytes(memory::budget::clients));
    else output_.append(out.view());
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

}  // namespace callbox::net
