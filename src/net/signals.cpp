// Signals in, a count in an eventfd out, which net/loop reads among its other events.
#include "signals.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>

namespace callbox::net {

namespace {

// The one variable outside of any object: a signal handler can be told nothing else.
std::atomic<int> counter{-1};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void callbox_count_signal(int) {
    const int before = errno;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(counter.load(), &one, sizeof one);
    errno = before;
}

}  // namespace

stop_signals::stop_signals() : count_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    assert(counter.load() == -1);
    counter.store(count_.get());
    struct sigaction count = {};
    count.sa_handler = callbox_count_signal;
    count.sa_flags = SA_RESTART;
    sigemptyset(&count.sa_mask);
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    (void)::sigaction(SIGTERM, &count, &term_);
    (void)::sigaction(SIGINT, &count, &interrupt_);
    (void)::sigaction(SIGPIPE, &ignore, &pipe_);
}

stop_signals::~stop_signals() {
    (void)::sigaction(SIGTERM, &term_, nullptr);
    (void)::sigaction(SIGINT, &interrupt_, nullptr);
    (void)::sigaction(SIGPIPE, &pipe_, nullptr);
    counter.store(-1);
}

}  // namespace callbox::net
