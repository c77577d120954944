// Hands requests from rpc/dispatch to the pool; its threads bring the responses back, and server/loop
// gives them to the connections that wait.
#include "completion_queue.hpp"

#include "retry.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace callbox::net {

namespace {

// now_ms() reads the steady clock: CLOCK_MONOTONIC.
std::unique_ptr<rpc::kept_caller> kept(caller who, time_ms due, const std::atomic<bool>& left) {
    using clock = std::chrono::steady_clock;
    if (due != never) who.deadline = clock::time_point(std::chrono::milliseconds(due));
    who.left = &left;
    return std::make_unique<rpc::kept_caller>(who);
}

}  // namespace

std::string desk::open() {
    event_ = fd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (event_) return "";
    return std::string("cannot hear of blocking methods: ") + std::strerror(errno);
}

rpc::ticket desk::take(bytes request, const caller* who, const row& method, bool awaited) {
    auto one = std::make_unique<job>();
    const time_ms due = method.timeout_ms == 0 ? never : now_ms() + method.timeout_ms;
    one->method = &method;
    one->ticket = last_ + 1;
    one->from = this;
    one->due = due;
    one->request = std::move(request);
    if (who != nullptr) one->who = kept(*who, due, one->left);
    job* const call = one.get();
    if (!pool_->take(std::move(one))) return 0;
    ++out_;
    ++last_;
    if (!awaited) return last_;
    waiting_[last_] = {.who = nullptr, .due = due, .call = call};
    dues_.insert({due, last_});
    return last_;
}

void desk::belong_to(slot& s) {
    for (; owned_ != last_; ++owned_)
        if (const auto at = waiting_.find(owned_ + 1); at != waiting_.end()) at->second.who = &s;
}

void desk::forget(const slot& s, rpc::statistics& counts) {
    for (auto at = waiting_.begin(); at != waiting_.end();) {
        const auto [ticket, here] = *at++;
        if (here.who != &s) continue;
        here.call->left.store(true, std::memory_order_relaxed);
        (void)waited(ticket);
        if (const std::unique_ptr<job> out = pool_->take_out(*here.call)) {
            counts.dropped(*out->method);
            --out_;
        }
    }
}

std::unique_ptr<job> desk::collect() {
    std::uint64_t count = 0;
    (void)retried([&] { return ::read(event_.get(), &count, sizeof count); });
    std::unique_ptr<job> back;
    {
        const held mine(lock_);
        back.swap(back_);
    }
    std::unique_ptr<job> first;
    while (back != nullptr) {
        std::unique_ptr<job> rest = std::move(back->next);
        back->next = std::move(first);
        first = std::move(back);
        back = std::move(rest);
        --out_;
    }
    return first;
}

slot* desk::waited(rpc::ticket t) {
    const auto at = waiting_.find(t);
    if (at == waiting_.end()) return nullptr;
    slot* const who = at->second.who;
    dues_.erase({at->second.due, t});
    waiting_.erase(at);
    return who;
}

std::pair<rpc::ticket, slot*> desk::take_due(time_ms now) {
    if (dues_.empty() || now < next_due()) return {0, nullptr};
    const rpc::ticket t = dues_.begin()->second;
    return {t, waited(t)};
}

// Can't fail: nothing else reports the call.
void desk::put(std::unique_ptr<job> done) {
    const held mine(lock_);
    const bool is_first = back_ == nullptr;
    done->next = std::move(back_);
    back_ = std::move(done);
    if (!is_first) return;  // the loop has been told
    const std::uint64_t one = 1;
    (void)retried([&] { return ::write(event_.get(), &one, sizeof one); });
}

}  // namespace callbox::net
