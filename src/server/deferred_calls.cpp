// Passes requests from rpc/dispatch to the thread pool. server/loop passes the responses to the
// waiting connections.
#include "deferred_calls.hpp"

#include <sys/eventfd.h>

namespace callbox::net {

std::string deferred_calls::open() {
    event_ = fd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (event_) return "";
    return std::string("cannot watch blocking methods: ") + std::strerror(errno);
}

rpc::ticket deferred_calls::take(bytes request, const caller* from, const row& method,
                                 bool awaited) {
    jobs made(1);
    const auto call = made.begin();
    const time_ms due = method.timeout_ms == 0 ? never : now_ms() + method.timeout_ms;
    call->method = pool_->methods().index_of(method);
    call->ticket = last_ + 1;
    call->back = this;
    call->connection = served_;
    call->due = due;
    call->request = std::move(request);
    if (from != nullptr) {
        using clock = std::chrono::steady_clock;  // now_ms() reads it too: CLOCK_MONOTONIC
        caller kept = *from;
        if (due != never) kept.deadline = clock::time_point(std::chrono::milliseconds(due));
        kept.left = &call->left;
        call->from = std::make_unique<rpc::kept_caller>(kept);
    }
    if (!pool_->take(std::move(made))) return 0;
    ++out_;
    ++last_;
    if (!awaited) return last_;
    waiting_[{served_, last_}] = call;
    dues_[{due, last_}] = served_;
    return last_;
}

void deferred_calls::cancel(const slot& s, rpc::call_counters& counts) {
    for (auto at = waiting_.lower_bound({&s, 0}); at != waiting_.end() && at->first.first == &s;)
        cancel(&s, (at++)->first.second, counts);
}

void deferred_calls::cancel(const slot* s, rpc::ticket t, rpc::call_counters& counts) {
    const auto call = waiting_.find({s, t})->second;
    call->left.store(true, std::memory_order_relaxed);
    (void)take_waiting(s, t);
    if (const jobs out = pool_->take_out(call); !out.empty()) {
        counts.of(call->method).dropped.add();
        --out_;
    }
}

void deferred_calls::put(jobs done) {
    const lock_guard guard(mutex_);
    const bool is_first = done_.empty();
    done_.splice(done_.end(), done);
    if (!is_first) return;  // the loop has been notified
    const std::uint64_t one = 1;
    (void)retried([&] { return ::write(event_.get(), &one, sizeof one); });
}

jobs deferred_calls::collect() {
    std::uint64_t count = 0;
    (void)retried([&] { return ::read(event_.get(), &count, sizeof count); });
    const lock_guard guard(mutex_);
    jobs done = std::exchange(done_, {});
    out_ -= done.size();
    return done;
}

bool deferred_calls::take_waiting(const slot* s, rpc::ticket t) {
    const auto at = waiting_.find({s, t});
    if (at == waiting_.end()) return false;
    dues_.erase({at->second->due, t});
    waiting_.erase(at);
    return true;
}

std::pair<rpc::ticket, slot*> deferred_calls::take_due(time_ms now) {
    if (dues_.empty() || now < next_due()) return {0, nullptr};
    const auto [due, s] = *dues_.begin();
    waiting_.find({s, due.second})->second->left.store(true, std::memory_order_relaxed);
    (void)take_waiting(s, due.second);
    return {due.second, s};
}

}  // namespace callbox::net
