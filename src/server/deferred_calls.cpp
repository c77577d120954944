// Passes requests from rpc/dispatch to the thread pool. server/loop passes the responses to the
// waiting connections.
#include "deferred_calls.hpp"

#include "base/retry.hpp"

#include <sys/eventfd.h>

namespace callbox::net {

namespace {

// now_ms() reads the steady clock: CLOCK_MONOTONIC.
std::unique_ptr<rpc::kept_caller> kept(caller from, time_ms due, const std::atomic<bool>& left) {
    using clock = std::chrono::steady_clock;
    if (due != never) from.deadline = clock::time_point(std::chrono::milliseconds(due));
    from.left = &left;
    return std::make_unique<rpc::kept_caller>(from);
}

}  // namespace

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
    call->due = due;
    call->request = std::move(request);
    if (from != nullptr) call->from = kept(*from, due, call->left);
    if (!pool_->take(std::move(made))) return 0;
    ++out_;
    ++last_;
    if (!awaited) return last_;
    owned_.insert({nullptr, last_});
    waiting_[last_] = {.connection = nullptr, .call = call};
    dues_.insert({due, last_});
    return last_;
}

void deferred_calls::assign_to(slot& s) {
    for (; assigned_ != last_; ++assigned_) {
        auto moved = owned_.extract({nullptr, assigned_ + 1});  // allocates nothing
        const auto at = waiting_.find(assigned_ + 1);
        if (at == waiting_.end()) continue;
        at->second.connection = &s;
        moved.value().first = &s;
        owned_.insert(std::move(moved));
    }
}

void deferred_calls::cancel(const slot& s, rpc::call_counters& counts) {
    for (auto at = owned_.lower_bound({&s, 0}); at != owned_.end() && at->first == &s;)
        cancel((at++)->second, counts);
}

void deferred_calls::cancel(rpc::ticket t, rpc::call_counters& counts) {
    const auto call = waiting_.find(t)->second.call;
    call->left.store(true, std::memory_order_relaxed);
    (void)take_waiting(t);
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

slot* deferred_calls::take_waiting(rpc::ticket t) {
    const auto at = waiting_.find(t);
    if (at == waiting_.end()) return nullptr;
    slot* const connection = at->second.connection;
    dues_.erase({at->second.call->due, t});
    owned_.erase({connection, t});
    waiting_.erase(at);
    return connection;
}

std::pair<rpc::ticket, slot*> deferred_calls::take_due(time_ms now) {
    if (dues_.empty() || now < next_due()) return {0, nullptr};
    const rpc::ticket t = dues_.begin()->second;
    waiting_.find(t)->second.call->left.store(true, std::memory_order_relaxed);
    return {t, take_waiting(t)};
}

}  // namespace callbox::net
