// Requests come in from rpc/dispatch and go to the pool; responses come back from its threads, for
// net/loop to give them to the connections that wait.
#include "desk.hpp"

#include "retry.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace callbox::net {

std::string desk::open() {
    event_ = fd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (event_) return "";
    return std::string("cannot hear of blocking methods: ") + std::strerror(errno);
}

rpc::ticket desk::take(bytes request, std::uint32_t timeout_ms, bool awaited) {
    auto one = std::make_unique<job>();
    const time_ms due = timeout_ms == 0 ? never : now_ms() + timeout_ms;
    one->ticket = last_ + 1;
    one->from = this;
    one->due = due;
    one->request = std::move(request);
    if (!pool_->take(std::move(one))) return 0;
    ++out_;
    ++last_;
    if (awaited) waiting_[last_] = {.who = nullptr, .due = due};
    if (awaited && due != never) dues_.insert({due, last_});
    return last_;
}

void desk::belong_to(slot& s) {
    for (; owned_ != last_; ++owned_)
        if (const auto at = waiting_.find(owned_ + 1); at != waiting_.end()) at->second.who = &s;
}

void desk::forget(const slot& s) {
    for (auto at = waiting_.begin(); at != waiting_.end();) {
        const auto here = at++;
        if (here->second.who == &s) (void)waited(here->first);
    }
}

std::vector<std::unique_ptr<job>> desk::collect() {
    std::uint64_t count = 0;
    (void)retried([&] { return ::read(event_.get(), &count, sizeof count); });
    std::vector<std::unique_ptr<job>> all;
    const held mine(lock_);
    all.swap(back_);
    out_ -= all.size();
    return all;
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
    if (now < next_due()) return {0, nullptr};
    const rpc::ticket t = dues_.begin()->second;
    return {t, waited(t)};
}

void desk::put(std::unique_ptr<job> done) {
    const held mine(lock_);
    back_.push_back(std::move(done));
    if (back_.size() > 1) return;  // the loop knows
    const std::uint64_t one = 1;
    (void)retried([&] { return ::write(event_.get(), &one, sizeof one); });
}

}  // namespace callbox::net
