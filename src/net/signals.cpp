// Signals in, a count and an eventfd out, which every net/loop watches among its other events.
#include "signals.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstdint>

namespace callbox::net {

namespace {

// The only variables outside of any object: a signal handler can be told nothing else.
std::atomic<int> told{-1};
std::atomic<unsigned> count{0};
std::atomic<unsigned> hangup_count{0};
std::atomic<unsigned> upgrade_count{0};
std::atomic<bool> is_handed_over{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<unsigned>::is_always_lock_free);

void tell() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(told.load(), &one, sizeof one);
}

extern "C" void callbox_count_signal(int number) {
    const int before = errno;
    (number == SIGHUP ? hangup_count : number == SIGUSR2 ? upgrade_count : count).fetch_add(1);
    tell();
    errno = before;
}

}  // namespace

stop_signals::stop_signals() : told_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    assert(told.load() == -1);
    count.store(0);
    hangup_count.store(0);
    upgrade_count.store(0);
    is_handed_over.store(false);
    told.store(told_.get());
    struct sigaction take = {};
    take.sa_handler = callbox_count_signal;
    take.sa_flags = SA_RESTART;
    sigemptyset(&take.sa_mask);
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    (void)::sigaction(SIGTERM, &take, &term_);
    (void)::sigaction(SIGINT, &take, &interrupt_);
    (void)::sigaction(SIGHUP, &take, &hangup_);
    (void)::sigaction(SIGUSR2, &take, &upgrade_);
    (void)::sigaction(SIGPIPE, &ignore, &pipe_);
}

stop_signals::~stop_signals() {
    (void)::sigaction(SIGTERM, &term_, nullptr);
    (void)::sigaction(SIGINT, &interrupt_, nullptr);
    (void)::sigaction(SIGHUP, &hangup_, nullptr);
    (void)::sigaction(SIGUSR2, &upgrade_, nullptr);
    (void)::sigaction(SIGPIPE, &pipe_, nullptr);
    told.store(-1);
}

unsigned stop_signals::wishes() const { return count.load(); }

unsigned stop_signals::hangups() const { return hangup_count.load(); }

unsigned stop_signals::upgrades() const { return upgrade_count.load(); }

void stop_signals::hand_over() const {
    is_handed_over.store(true);
    tell();
}

bool stop_signals::handed_over() const { return is_handed_over.load(); }

void stop_signals::wish() const { callbox_count_signal(0); }

}  // namespace callbox::net
