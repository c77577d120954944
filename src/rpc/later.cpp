// Input: ends of calls, from functions with later<T> and from threads. Output: their results, on
// the thread of the loop, where dispatcher::finish() completes the responses.
#include "later.hpp"

#include "base/utf8.hpp"
#include "dispatch.hpp"
#include "members.hpp"

#include <poll.h>
#include <sys/eventfd.h>

namespace callbox::rpc {

namespace {

constexpr std::size_t progress_text_max = 1000;  // bytes
constexpr float report_interval_s = 0.1F;

}  // namespace

template <class End> void job::complete(End end) noexcept {
    if (!back->is_closed()) {
        later_end how{.late = is_late(), .began = began, .from = from.get()};
        try {
            result = std::make_unique<deferred_result>();
            if (!how.late) end(result->response, how);
        } catch (const std::bad_alloc&) {
            how.starved = true;
            result.reset(new (std::nothrow) deferred_result);  // for the error
        }
        if (result) result->later = std::move(how);
    }
    const std::shared_ptr<inbox> to = back;
    to->put(*this);
}

void job::answer(void (*write)(writer&, const void*), const void* value) noexcept {
    complete([&](bytes& response, later_end& how) {
        response.limit(back->response_bytes_max);
        begin_result(response);
        writer to(response);
        how.answer(to, write, value);
    });
}

void job::fail(failure&& why) noexcept {
    complete([&](bytes&, later_end& how) { how.fail(std::move(why)); });
}

void job::drop() noexcept {
    complete([](bytes&, later_end&) {});
}

void job::end_unanswered(dispatcher& by) {
    if (!is_later || result == nullptr || (awaited && !result->later->late)) return;
    outcome& what = result->later->what;
    if (what == outcome::broken && (left || result->later->late)) what = outcome::answered;
    if (!ended) (void)by.finish(*result, method, "");
    result.reset();
}

bool job::gone() const noexcept {
    return left.load(std::memory_order_relaxed) || back->is_closed() || is_late();
}

// At most one report of a call is on its way, whatever the loop does meanwhile.
void job::progress(double done, std::optional<double> total, std::string_view text) noexcept try {
    const auto age = static_cast<float>(seconds_of(ticks_between(began, ticks_now())));
    if (!(done > reported) || age < reports_from.load(std::memory_order_relaxed)) return;
    report one{.of = executor::ticket_of(*this), .next_from = age + report_interval_s};
    writer to(one.members);
    to.begin_object();
    to.key("progress");
    to.number(done);
    if (total) to.key("total"), to.number(*total);
    if (!text.empty()) write_member(to, "message", utf8::cut(text, progress_text_max));
    to.end_object();
    if (one.members.overflowed() || to.misuse_at_end() != writer::misuse::none) return;
    one.members.consume(1);
    reported = done;
    reports_from.store(std::numeric_limits<float>::infinity(), std::memory_order_relaxed);
    back->put(std::move(one));
} catch (const std::bad_alloc&) {
    reports_from.store(0, std::memory_order_relaxed);
}

// ----------------------------------------------------------------------------------------- inbox

inbox::inbox(std::size_t response_bytes_max_)
    : response_bytes_max(response_bytes_max_), event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

job& inbox::hold(jobs one) {
    const lock_guard guard(mutex_);
    held_.splice(held_.end(), one);
    return held_.back();
}

void inbox::put(jobs& from, job& done) {
    jobs lost;  // it is not collected
    const lock_guard guard(mutex_);
    const bool is_first = done_.empty();
    jobs& to = is_closed() ? lost : done_;
    to.splice(to.end(), from, done.self);
    if (lost.empty() && is_first) notify(get());  // else the loop has been notified
}

void inbox::put(report one) {
    const lock_guard guard(mutex_);
    if (is_closed()) return;
    reports_.push_back(std::move(one));
    if (reports_.size() == 1) notify(get());
}

jobs inbox::collect(std::vector<report>& reports) {
    std::uint64_t count = 0;
    (void)retried([&] { return ::read(event_.get(), &count, sizeof count); });
    reports.clear();
    const lock_guard guard(mutex_);
    reports.swap(reports_);
    return std::exchange(done_, {});
}

std::size_t inbox::drop_unawaited() {
    const lock_guard guard(mutex_);
    return std::erase_if(done_, [](const job& each) { return !each.awaited; });
}

void inbox::close() {
    jobs lost;
    const lock_guard guard(mutex_);
    closed_.store(true, std::memory_order_relaxed);
    event_.close();
    lost.swap(done_);
}

void inbox::leave(job& held) {
    const lock_guard guard(mutex_);
    held.awaited = false;
}

// ----------------------------------------------------------------------------------- later_calls

std::string later_calls::open() {
    auto made = std::make_shared<inbox>(bounds_->response_bytes_max);
    if (made->get() == -1)
        return std::string("cannot watch deferred calls: ") + std::strerror(errno);
    inbox_ = std::move(made);
    return "";
}

bool later_calls::reserve(const row&) {
    if (inbox_) reserved_ -= inbox_->drop_unawaited();
    if (reserved_ == bounds_->pending_calls_max) return false;
    ++reserved_;
    return true;
}

jobs later_calls::make(const caller* from, const row& method, bool awaited, std::string_view id) {
    jobs made(1);
    job& one = made.front();
    one.back = inbox_;
    one.self = made.begin();
    if (takes_calls() && method.timeout_ms != 0) one.due = now_ms() + method.timeout_ms;
    one.method = static_cast<std::uint32_t>(methods_->index_of(method));
    one.awaited = awaited;
    one.began = ticks_now();
    if (from == nullptr) return made;
    using clock = std::chrono::steady_clock;  // now_ms() reads it too: CLOCK_MONOTONIC
    caller kept = *from;
    if (one.due != never) kept.deadline = clock::time_point(std::chrono::milliseconds(one.due));
    kept.left = &one.left;
    one.from = std::make_unique<kept_caller>(kept, id);
    return made;
}

detail::waiting_call* later_calls::keep(const caller* from, const row& method,
                                        std::string_view id) noexcept try {
    if (!inbox_ && !open().empty()) return nullptr;
    jobs made = make(from, method, !id.empty(), id);
    made.front().is_later = true;
    begin(made.front());
    return &inbox_->hold(std::move(made));
} catch (const std::bad_alloc&) {
    return nullptr;
}

bool later_calls::leave(ticket t, leaving how) {
    job& left = job_of(t);
    if (how != leaving::asks) inbox_->leave(left);
    if (how == leaving::ended) left.ended = true;
    left.left.store(true, std::memory_order_relaxed);
    return false;
}

// Does not log while it holds the inbox's mutex. Only this thread destroys jobs.
void later_calls::end_pending(dispatcher& by) try {
    std::vector<const job*> all;
    inbox_->for_each_held([&](const job& each) { all.push_back(&each); });
    for (const job* each : all) {
        deferred_result none;
        later_end& how = none.later.emplace();
        how.what = outcome::answered;
        how.late = true;
        how.began = each->began;
        how.from = each->from.get();
        if (!each->ended) (void)by.finish(none, each->method, "");
    }
} catch (const std::bad_alloc&) {  // they are not logged
}

void later_calls::write_pending(writer& to) const {
    inbox_->for_each_held([&](const job& each) {
        const caller* const from = each.from == nullptr ? nullptr : &each.from->view();
        to.begin_object();
        write_member(to, "method", methods_->rows[each.method].name);
        to.key("seconds");
        to.number(seconds_of(ticks_between(each.began, ticks_now())));
        if (from != nullptr) write_member(to, "peer", from->peer);
        else if (each.awaited) write_member(to, "peer", peer_of(each.owner));
        if (from != nullptr) write_member(to, "token", from->token);
        to.end_object();
    });
}

void later_calls::wait_for(pending& answer) {
    while (!answer.is_complete()) {
        pollfd completed{.fd = inbox_->get(), .events = POLLIN, .revents = 0};
        (void)::poll(&completed, 1, -1);
        std::vector<report> ignored;
        for (job& each : inbox_->collect(ignored)) {
            --reserved_;
            if (each.awaited) answer.fill(ticket_of(each), std::move(each.result));
        }
    }
}

}  // namespace callbox::rpc

void callbox::caller::progress(double done, std::optional<double> total,
                               std::string_view text) const noexcept {
    if (call != nullptr && call->deferred != nullptr) call->deferred->progress(done, total, text);
}
