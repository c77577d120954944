// Checks the frames of the server on one connection.
#include "websocket_follower.hpp"

#include "websocket/frames.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace simulate {

using std::string;

void websocket_follower::heard() {
    heard_at_ = since_ = all_->now;
    pinged_ = false;
    const std::size_t before = std::exchange(partial_, 0);
    for (std::size_t i = next_; i < done_.size(); ++i) {
        const bool has_begun = items()[i].begin < client_->line.read;
        if (!has_begun && items()[i].part == role::ping) continue;  // perhaps within the next item
        if (!has_begun) break;
        const bool closes =
            items()[i].part == role::violation || (items()[i].part == role::close && is_read(i));
        if (closes) closes_at_ = std::min(closes_at_, all_->now);
        const bool is_inside = partial_ != 0 && items()[partial_].begin <= items()[i].begin;
        if (!is_read(i) && !is_inside) partial_ = i;
    }
    if (partial_ != before) partial_at_ = all_->now;
}

// Whether a frame or message is incomplete for so long that the server may close.
bool websocket_follower::is_slow() const {
    return partial_ != 0 && all_->now - partial_at_ >= all_->bounds->body_timeout_ms;
}

// Whether the server has closed, or either side has and its calls have had drain_timeout_ms.
bool websocket_follower::is_forced() const {
    ms begin = all_->closing ? std::min(closes_at_, all_->closed_at) : closes_at_;
    if (is_slow()) begin = std::min<ms>(begin, partial_at_ + all_->bounds->body_timeout_ms);
    return all_->forced || (begin <= all_->now &&
                            all_->now - begin >= all_->bounds->drain_timeout_ms);
}

void websocket_follower::ended() {
    ended_ = true;
    closes_at_ = std::min(closes_at_, all_->now);
}

void websocket_follower::resumed() {
    if (left_at_ != INT64_MAX) left_at_ = all_->now;
}

string websocket_follower::sent(string& bytes, std::size_t& responses) {
    using event = callbox::websocket::reader::event;
    callbox::limits none;
    none.request_bytes_max = INT32_MAX;
    callbox::websocket::reader frames(none, callbox::websocket::role::client);
    since_ = all_->now;
    while (frames.used() != bytes.size()) {
        if (over_) return "a frame after the close";
        const event what = frames.feed(std::span(bytes));
        const string payload(frames.payload().begin(), frames.payload().end());
        string wrong;
        switch (what) {
        case event::message:
            if (payload.starts_with(before_progress)) {
                wrong = progress(payload);
                break;
            }
            if (payload.starts_with(R"({"jsonrpc":"2.0","method":)")) break;  // see event_follower
            ++responses;
            wrong = response(payload);
            break;
        case event::pong: wrong = pong(payload); break;
        case event::ping: wrong = payload.empty() ? ping() : "a ping with a payload"; break;
        case event::close:
            wrong = payload.size() > 2 ? "a reason" : close(static_cast<int>(frames.status()));
            break;
        default: wrong = "it sends an incomplete or invalid frame";
        }
        if (!wrong.empty()) return wrong + "\n    frame: " + payload;
    }
    bytes.clear();
    return "";
}

bool websocket_follower::is_silent(std::size_t i) const {
    const asked& a = items()[i];
    return a.part == role::ping || (a.part == role::message && a.status == 204);
}

// Calls made by other threads, whose response may follow later ones.
bool websocket_follower::is_deferred(std::size_t i) const {
    const auto& calls = items()[i].calls;
    return std::any_of(calls.begin(), calls.end(), [&](std::size_t token) {
        const called& c = (*all_->calls)[token];
        return !c.id.empty() && (c.slow == called::waits::taken || c.slow == called::waits::done);
    });
}

// Whether one of them neither has its response nor has timed out.
bool websocket_follower::is_pending(std::size_t i) const {
    const auto& calls = items()[i].calls;
    return std::any_of(calls.begin(), calls.end(), [&](std::size_t token) {
        const called& c = (*all_->calls)[token];
        return !c.id.empty() && c.slow == called::waits::taken && c.due > all_->now;
    });
}

// The number of unanswered messages whose response is deferred.
std::size_t websocket_follower::waiting() const {
    std::size_t count = 0;
    for (std::size_t i = next_; i < done_.size() && is_read(i); ++i)
        count += !done_[i] && is_deferred(i);
    return count;
}

// The number of their deferred calls; those that were completed in this turn count too.
std::size_t websocket_follower::calls_waiting() const {
    std::size_t count = 0;
    for (std::size_t i = next_; i < done_.size() && is_read(i); ++i)
        for (const std::size_t token : items()[i].calls) {
            const called& c = (*all_->calls)[token];
            const bool was_taken = c.slow == called::waits::taken || c.slow == called::waits::done;
            count += !done_[i] && !c.id.empty() && was_taken;
        }
    return count;
}

// Whether it is not read until one of them is answered.
bool websocket_follower::is_full() const {
    return calls_waiting() >= all_->bounds->pipelined_answers_max;
}

string websocket_follower::judged(std::size_t i, int status, const string& body) const {
    wire::answer got;
    got.status = status;
    got.body = body;
    const ms now = is_forced() ? INT64_MAX : all_->now;
    return judge(got, items()[i], *all_->calls, *all_->bounds, now);
}

void websocket_follower::finish(std::size_t i) {
    done_[i] = true;
    ++client_->answered;
    while (next_ < done_.size() && done_[next_]) ++next_;
}

// Passes messages without a response, and pings, before `end` and before the next message with one
// that is not deferred.
string websocket_follower::pass_silent(std::size_t end) {
    for (std::size_t i = next_; i < end && is_read(i); ++i) {
        if (done_[i] || is_deferred(i)) continue;
        if (!is_silent(i)) return "";
        string wrong = items()[i].part == role::ping ? "" : judged(i, 204, "");
        if (!wrong.empty()) return wrong;
        finish(i);
    }
    return "";
}

string websocket_follower::response(const string& body) {
    string wrong;
    bool is_next = true;  // the first that is not deferred, in order
    for (std::size_t i = next_; i < done_.size() && is_read(i); ++i) {
        const bool may_be = !done_[i] && items()[i].part == role::message && !is_silent(i) &&
                            (is_deferred(i) || std::exchange(is_next, false));
        if (!may_be) continue;
        string other = judged(i, 200, body);
        if (other.empty()) {
            wrong = is_deferred(i) ? "" : pass_silent(i);
            return finish(i), wrong;
        }
        if (wrong.empty()) wrong = std::move(other);
    }
    return wrong.empty() ? "a response without a message" : wrong;
}

// A report of a call that is not answered yet; it has the token of the call.
string websocket_follower::progress(std::string_view report) const {
    const std::string_view value = report.substr(report.rfind(':') + 1);
    const auto token = static_cast<std::size_t>(std::atoll(string(value).c_str()));
    if (token >= all_->calls->size()) return "progress of no call";
    called& c = (*all_->calls)[token];
    if (c.client != client_->line.client) return "progress of another client's call";
    if (!std::exchange(c.reports, false)) return "progress that was not reported, or is repeated";
    if (done_[c.request]) return "progress after the response";
    const string wanted = string(before_progress) + R"("params":{"id":)" + c.id +
                          R"(,"progress":)" + std::to_string(token) + "}}";
    return report == wanted ? "" : "the report is not " + wanted;
}

string websocket_follower::pong(const string& payload) {
    for (std::size_t i = pings_; i < done_.size() && is_read(i); ++i) {
        if (items()[i].part != role::ping || items()[i].begins != payload) continue;
        pings_ = i + 1;
        return "";
    }
    return "a pong without a ping";
}

string websocket_follower::ping() {
    if (std::exchange(pinged_, true) && !is_full()) return "a second ping";
    if (all_->now - heard_at_ < all_->bounds->ping_interval_ms) return "a ping before its time";
    heard_at_ = all_->now;
    return "";
}

// All messages before the client's close frame or violation are answered; those that were received
// if the server or the input ends, or if it does not wait for the rest of one.
string websocket_follower::close(int code) {
    over_ = true;
    const auto& all = items();
    const bool ends = (code == 1001 && all_->closing) || (code == 1008 && is_slow()) ||
                      (code == 1005 && ended_);
    if (string wrong = pass_silent(done_.size()); !wrong.empty() && !ends) return wrong;
    const asked* const a = next_ < all.size() ? &all[next_] : nullptr;
    const bool is_awaited = a != nullptr && a->code == code && client_->line.read > a->begin &&
                            (a->part == role::violation || is_read(next_));
    if (is_awaited) {
        client_->answered = all.size();
        for (std::size_t i = pings_; i < next_ && !ends; ++i)
            if (all[i].part == role::ping) return "a ping before the close has no pong";
        return "";
    }
    if (!ends) return "it closes with " + std::to_string(code);
    for (std::size_t i = next_; i < all.size(); ++i)
        for (const std::size_t token : all[i].calls) {
            called& c = (*all_->calls)[token];
            if (!done_[i] && is_read(i) && !is_forced())
                return "a message that was received is not answered before the close";
            c.forbidden = c.forbidden || (!done_[i] && c.executed == 0);
        }
    return "";
}

string websocket_follower::closed(bool is_stalled) const {
    const ms silence = all_->now - heard_at_, interval = all_->bounds->ping_interval_ms;
    if (pinged_ && silence >= interval) return "";
    if (is_stalled && silence >= 2 * interval) return "";  // the ping follows the events
    if (!ended_) return "it closes a WebSocket without a reason";
    for (std::size_t i = next_; i < done_.size() && is_read(i); ++i) {
        if (items()[i].code != 0) return "it does not answer a close frame or a violation";
        if (!done_[i] && !is_silent(i)) return "it closes without a response";
    }
    return "";
}

bool websocket_follower::may_end() const {
    return over_ || all_->closing || is_slow() ||
           std::any_of(items().begin(), items().end(), [&](const asked& a) {
               return a.code != 0 && client_->line.read > a.begin;
           });
}

string websocket_follower::resting(std::uint32_t interest, bool rests) {
    if (!rests) return "";
    const std::size_t deferred = waiting();
    const bool rests_full = is_full();
    const string wrong = rests_full ? "" : pass_silent(done_.size());
    if (!wrong.empty()) return wrong;
    bool ends = all_->closing, has_left = ended_, is_late = false;
    std::size_t i = next_;
    for (; i < done_.size() && is_read(i); ++i) {
        has_left = has_left || items()[i].code != 0;
        ends = ends || has_left;
        if (ends) break;
        is_late = is_late || (!done_[i] && is_deferred(i) && !is_pending(i));
        if (!done_[i] && !is_deferred(i) && !rests_full) return "a message is forgotten";
    }
    if (std::exchange(waited_, is_late) && is_late) return "a deferred call is forgotten";
    if (has_left && !rests_full) left_at_ = std::min(left_at_, all_->now);
    if (all_->now - left_at_ >= all_->bounds->drain_timeout_ms)
        return "it waits too long for the calls of a client that has left";
    if (ended_ && deferred == 0) return "it stays after the end";
    const bool has_more = all_->closing && client_->line.unread() != 0;  // which is answered first
    if (ends && deferred == 0 && !has_more) return "it does not close";
    const bool may_end = i < done_.size() && items()[i].code != 0 &&
                         client_->line.read > items()[i].begin;  // judged before it is complete
    if (ends || may_end || ended_ || is_slow()) return "";
    const bool is_timed = partial_ == 0 || rests_full;
    if (is_timed && all_->now - since_ >= all_->bounds->ping_interval_ms)
        return "it does not ping";
    return rests_full || (interest & EPOLLIN) != 0 ? "" : "it does not wait for input";
}

}  // namespace simulate
