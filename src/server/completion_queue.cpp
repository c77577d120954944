#include "completion_queue.hpp"

#include "base/retry.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <utility>

namespace callbox::net {

std::string completion_queue::open() {
    event_ = fd(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (event_) return "";
    return std::string("cannot hear of blocking methods: ") + std::strerror(errno);
}

void completion_queue::put(std::unique_ptr<job> done) {
    const lock_guard guard(mutex_);
    const bool is_first = done_ == nullptr;
    done->next = std::move(done_);
    done_ = std::move(done);
    if (!is_first) return;  // the loop has been told
    const std::uint64_t one = 1;
    (void)retried([&] { return ::write(event_.get(), &one, sizeof one); });
}

std::unique_ptr<job> completion_queue::collect() {
    std::uint64_t count = 0;
    (void)retried([&] { return ::read(event_.get(), &count, sizeof count); });
    std::unique_ptr<job> newest;
    {
        const lock_guard guard(mutex_);
        newest.swap(done_);
    }
    std::unique_ptr<job> oldest;
    while (newest != nullptr) {
        std::unique_ptr<job> rest = std::move(newest->next);
        newest->next = std::move(oldest);
        oldest = std::move(newest);
        newest = std::move(rest);
    }
    return oldest;
}

}  // namespace callbox::net
