// Checks the server's actions on one connection.
#include "follower.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <utility>

namespace simulate {

using std::string;

namespace {

bool closes(const wire::answer& got) {
    const string* const connection = got.field("Connection");
    return connection != nullptr && *connection == "close";
}

}  // namespace

string follower::accepted(bool surplus, bool dropped) {
    open_ = fresh_ = true;
    surplus_ = surplus;
    dropped_ = dropped;
    since_ = all_->now;
    was_ = phase::idle;
    return "";
}

string follower::read(std::size_t count) {
    const bool lingers = websocket_ && over_;
    if (end_read_ && !lingers) return "it reads after the end";
    if (blocked_ && !stalled_) return "it reads while output waits";
    if (count == 0) end_read_ = true;
    ++turn_reads;
    if (events.is_stream()) return "";
    if (websocket_ && end_read_) return websocket_->ended(), "";
    if (websocket_) return websocket_->heard(), "";
    if (was_ == phase::body) renew(count);
    move();
    return "";
}

// A body that arrives fast enough gets its full time again.
void follower::renew(std::size_t count) {
    const callbox::limits& l = *all_->bounds;
    const std::uint64_t enough = std::uint64_t{l.body_rate_min} * l.body_timeout_ms / 1000;
    arrived_ += count;
    if (enough == 0 || arrived_ < enough) return;
    arrived_ = 0;
    since_ = all_->now;
}

// A client that reads its response fast enough gets its full time again.
string follower::measured() {
    const callbox::limits& l = *all_->bounds;
    if (!blocked_ || stalled_ || all_->now - sent_at_ < l.write_timeout_ms)
        return "it measures too soon";
    const std::size_t before = std::exchange(taken_, sent_ - client_->line.out);
    const std::size_t enough = l.write_rate_min * l.write_timeout_ms / 1000;
    starved_ = taken_ <= before || taken_ - before < enough;
    if (!starved_) sent_at_ = all_->now;
    return "";
}

follower::phase follower::where() const {
    const asked* const a = next();
    const std::size_t read = client_->line.read;
    if (a == nullptr || read <= a->begin) return phase::idle;
    if (read < a->head_end) return phase::head;
    return read < a->end ? phase::body : phase::whole;
}

// Records the time of a change of phase.
void follower::move() {
    if (std::exchange(was_, where()) == was_) return;
    since_ = all_->now;
    arrived_ = 0;
}

string follower::sent(std::string_view all, std::size_t taken) {
    if (over_ && !blocked_) return "it sends after its last response";
    if (string wrong = fresh(all); !wrong.empty()) return wrong;
    sent_ += taken;
    resumed_ = std::exchange(blocked_, taken < all.size());
    stalled_ = stalled_ && blocked_;
    if (websocket_ && resumed_ && !blocked_) websocket_->resumed();
    got_ += all.substr(0, taken);
    wire::answer got;
    string wrong;
    if (events.is_stream() && !blocked_) wrong = begin_stream();
    while (!websocket_ && !events.is_stream() && wrong.empty() &&
           wire::take_answer(got_, false, got, wrong) == wire::taken::done)
        wrong = over_ ? "a response after the last" : take(got);
    if (websocket_ && wrong.empty() && !blocked_) {
        wrong = websocket_->sent(got_, turn_requests);
        over_ = websocket_->is_over();
    }
    if (!wrong.empty())
        return wrong + "\n    response: " + std::to_string(got.status) + ' ' + got.body;
    if (!blocked_) {
        since_ = all_->now;
        arrived_ = 0;
        was_ = where();
        if (!got_.empty()) return "it sends an incomplete response";
    }
    return "";
}

// Output that contains more than events must be sent before the server reads again.
string follower::fresh(std::string_view all) {
    const std::string_view appended = all.substr(seen_ - sent_);
    string wrong = events.appended(appended);
    if (blocked_ && events.has_events()) return "an event follows unsent output";
    seen_ += appended.size();
    const bool was_free = !blocked_ || stalled_;
    if (!appended.empty()) stalled_ = was_free && events.has_only_events();
    if (was_free && !stalled_ && !all.empty()) sent_at_ = all_->now;
    return wrong;
}

// The head of a stream, and the messages that were appended so far, are sent.
string follower::begin_stream() {
    over_ = over_ || events.is_over();
    since_ = all_->now;
    if (streams_) return got_.clear(), "";
    wire::answer head;
    string wrong;
    while (got_.find("text/event-stream") > got_.find("\r\n\r\n")) {
        if (wire::take_answer(got_, false, head, wrong) != wire::taken::done) return wrong;
        if (wrong = take(head); !wrong.empty()) return wrong;
    }
    const asked* const a = next();
    if (a == nullptr || !a->streams) return "a stream that was not requested";
    if (client_->line.read < a->end) return "a stream before the complete request";
    streams_ = true;
    ++client_->answered;
    ++turn_requests;
    got_.clear();
    return "";
}

string follower::take(const wire::answer& got) {
    const asked* const a = next();
    const link& l = client_->line;
    if (got.status == 100) {
        const bool asks = a != nullptr && a->expects && l.read >= a->head_end && l.read < a->end;
        if (!asks || std::exchange(continued_, true)) return "100 Continue was not expected";
        return "";
    }
    if (a == nullptr || surplus_ || got.status == 408 ||
        (got.status == 400 && end_read_ && where() != phase::whole &&
         !(a->refused && a->status == 400)))
        return over_ = true, excuse(got);
    const ms now = all_->forced ? INT64_MAX : all_->now;  // if forced, all calls may time out
    string wrong = judge(got, *a, *all_->calls, *all_->bounds, now);
    if (!wrong.empty()) return wrong;
    const bool is_ready = a->readiness && got.status == 200;
    if (is_ready && all_->drained && !resumed_) return "it reports ready while draining";
    if (a->readiness && !is_ready && !all_->draining) return "it does not report ready";
    if (!a->refused && l.read < a->end) return "a response before the complete request";
    if (a->closes && !closes(got)) return "the last response lacks Connection: close";
    if (!a->closes && closes(got)) {
        if (!all_->draining) return "a response has Connection: close without a reason";
        drained_ = true;
    }
    over_ = closes(got);
    parted_ = a->closes && !a->refused && l.read == a->end && l.emptied;
    continued_ = false;
    if (a->status == 101) websocket_.emplace(*client_, *all_);
    ++client_->answered;
    ++turn_requests;
    return "";
}

// Checks a response to an incomplete request.
string follower::excuse(const wire::answer& got) const {
    if (!closes(got)) return "an error that must close the connection lacks Connection: close";
    if (surplus_)
        return got.status == 503 && client_->answered == 0 ? "" : "surplus without 503";
    const phase at = where();
    if (got.status == 400) return at != phase::idle ? "" : "400 without a request";
    if (got.status == 408 && (at == phase::head || at == phase::body))
        return all_->now - since_ >= patience() ? "" : "408 before its time";
    return "a response without a request";
}

ms follower::patience() const {
    switch (where()) {
    case phase::idle: return all_->bounds->idle_timeout_ms;
    case phase::head: return all_->bounds->header_timeout_ms;
    default: return all_->bounds->body_timeout_ms;
    }
}

string follower::shut() {
    if (events.is_stream()) over_ = over_ || events.may_be_over() || all_->closing;
    if (!over_ || blocked_) return "it shuts down without a last response";
    if (parted_) return "it lingers although the client announced the close";
    shut_at_ = all_->now;
    return "";
}

// Checks why it closes.
string follower::closed() {
    open_ = false;
    const link& l = client_->line;
    if (l.failed || l.reset || dropped_ || all_->forced) return "";
    if (l.has_left && l.out > 0) return "";
    const bool stalled = blocked_ && starved_;
    if (stalled) return "";
    if (blocked_ && !stalled_) return "it closes with unsent output";
    if (events.is_stream() && !over_)
        return end_read_ ? "" : "it closes a stream without a reason";
    if (websocket_ && !over_) return websocket_->closed(stalled_);
    if (!over_ && where() == phase::whole) return "it closes without a response";
    if (must_be_answered() && (!over_ || drained_) && !surplus_)
        return "a request that had arrived before the signal is not answered";
    if (over_) {
        const bool lingered = l.shut && all_->now - shut_at_ >= all_->bounds->linger_timeout_ms;
        if (end_read_ || lingered || parted_) return "";
        return "it closes with its last response, which a reset may overtake";
    }
    if (where() != phase::idle) return "it closes without a response to a partial request";
    if (end_read_) return "";
    const bool overlooked = ready_ && turn_reads == 0 && !l.spurious;
    if (all_->now - since_ >= patience()) return overlooked ? "it closes with unread input" : "";
    return all_->closing && l.unread() == 0 ? "" : "it closes without a reason";
}

bool follower::waits_elsewhere() const {
    const asked* const a = next();
    if (a == nullptr) return false;
    return std::any_of(a->calls.begin(), a->calls.end(), [&](std::size_t token) {
        const called& c = (*all_->calls)[token];
        return !c.id.empty() && c.slow == called::waits::taken && c.due > all_->now;
    });
}

string follower::resting(std::uint32_t interest, bool rests) {
    const std::size_t before = std::exchange(progress_, client_->answered);
    const std::size_t reads = std::exchange(turn_reads, 0);
    const link& l = client_->line;
    if (!open_) return "";
    if (blocked_ && (interest & EPOLLOUT) == 0) return "it does not wait for EPOLLOUT";
    const bool may_end = end_read_ || all_->closing || over_ || surplus_ ||
                         (websocket_ && websocket_->may_end());
    if (rests && !blocked_ && !may_end)
        if (string wrong = events.resting(); !wrong.empty()) return wrong;
    if (blocked_ && !stalled_) {
        if (all_->now - sent_at_ >= all_->bounds->write_timeout_ms) return "it waits too long";
        return "";
    }
    if (over_) {
        if (!l.shut) return "it does not shut down after its last response";
        if (all_->now - shut_at_ >= all_->bounds->linger_timeout_ms) return "it lingers too long";
    } else if (events.is_stream()) {
        return resting_stream(interest, rests);
    } else if (websocket_) {
        return websocket_->resting(interest, rests);
    } else if (where() == phase::whole) {
        if (std::exchange(waited_, waits_elsewhere()) || waited_)
            return rests && !waited_ ? "a deferred call is forgotten" : "";
        if (rests) return "a request is forgotten";
        return client_->answered > before || reads > 0 ? "" : "no request is answered in a turn";
    } else {
        if (end_read_) return "it stays after the end";
        left_ = !rests && client_->answered > before;
        if (all_->now - std::max(since_, resumed_at_) >= patience())
            return "it stays beyond its time-out";
        // The loop waits for a client that has not sent anything yet.
        const bool is_awaited = l.read == 0 && all_->now < all_->closed_at + 250;
        if (all_->closing && rests && !is_awaited && where() == phase::idle && l.unread() == 0)
            return "it stays while the server is closing";
        const asked* const a = next();
        if (a != nullptr && a->expects && !a->refused && l.read == a->head_end && !continued_)
            return "it does not send 100 Continue";
    }
    const bool waits = (interest & EPOLLIN) != 0 || (fresh_ && !rests);  // or it is read next
    return waits ? "" : "it does not wait for input";
}

string follower::resting_stream(std::uint32_t interest, bool rests) const {
    if (!rests) return "";
    if (end_read_) return "a stream stays after the end of input";
    if (all_->closing) return "a stream stays while the server is closing";
    if (all_->now - since_ >= 15'000 && all_->now - events.appended_at() >= 15'000)
        return "a stream is silent";
    return (interest & EPOLLIN) != 0 ? "" : "it does not wait for input";
}

void follower::stop() {
    must_ = 0;
    const std::size_t arrived = client_->line.arrived();
    for (const asked& a : client_->sends.all) {
        if (a.end > arrived) return;
        ++must_;
        if (a.closes || a.status == 101) return;
    }
}

}  // namespace simulate
