#include "completion_queue.hpp"

#include "base/retry.hpp"

#include <sys/eventfd.h>

namespace callbox::net {

std::string completion_queue::open() {
    event_ = fd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (event_) return "";
    return std::string("cannot watch blocking methods: ") + std::strerror(errno);
}

void completion_queue::put(jobs done) {
    const lock_guard guard(mutex_);
    const bool is_first = done_.empty();
    done_.splice(done_.end(), done);
    if (!is_first) return;  // the loop has been notified
    const std::uint64_t one = 1;
    (void)retried([&] { return ::write(event_.get(), &one, sizeof one); });
}

jobs completion_queue::collect() {
    std::uint64_t count = 0;
    (void)retried([&] { return ::read(event_.get(), &count, sizeof count); });
    const lock_guard guard(mutex_);
    return std::exchange(done_, {});
}

}  // namespace callbox::net
