// Signals in, a count and an eventfd out, which every net/loop watches among its other events.
#include "signals.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
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
std::atomic<unsigned> question_count{0};
std::atomic<bool> is_handed_over{false};
std::atomic<std::atomic<int>*> log_level{nullptr};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<unsigned>::is_always_lock_free);

void tell() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(told.load(), &one, sizeof one);
}

void move_level(int by) {
    std::atomic<int>* const level = log_level.load();
    if (level == nullptr) return;
    int from = level->load();
    while (!level->compare_exchange_weak(from, std::clamp(from + by, 0, 2))) {}
}

std::atomic<unsigned>& count_of(int number) {
    switch (number) {
    case SIGHUP: return hangup_count;
    case SIGUSR1: return question_count;
    case SIGUSR2: return upgrade_count;
    default: return count;
    }
}

// The terminal sends SIGTTIN and SIGTTOU too, to who reads or writes there in the background.
extern "C" void callbox_count_signal(int number, siginfo_t* how, void*) {
    const int before = errno;
    const bool moves = number == SIGTTIN || number == SIGTTOU;
    if (moves && (how == nullptr || how->si_code == SI_KERNEL)) return;
    if (moves) move_level(number == SIGTTIN ? 1 : -1);
    else count_of(number).fetch_add(1);
    tell();
    errno = before;
}

}  // namespace

stop_signals::stop_signals(std::atomic<int>* level)
    : told_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    assert(told.load() == -1);
    count.store(0);
    hangup_count.store(0);
    upgrade_count.store(0);
    is_handed_over.store(false);
    question_count.store(0);
    log_level.store(level);
    told.store(told_.get());
    struct sigaction take = {};
    take.sa_sigaction = callbox_count_signal;
    take.sa_flags = SA_RESTART | SA_SIGINFO;
    sigemptyset(&take.sa_mask);
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    (void)::sigaction(SIGTERM, &take, &term_);
    (void)::sigaction(SIGINT, &take, &interrupt_);
    (void)::sigaction(SIGHUP, &take, &hangup_);
    (void)::sigaction(SIGUSR2, &take, &upgrade_);
    (void)::sigaction(SIGUSR1, &take, &question_);
    (void)::sigaction(SIGTTIN, &take, &up_);
    struct sigaction once = take;  // or a write to a terminal would be tried again for ever
    once.sa_flags = SA_SIGINFO;
    (void)::sigaction(SIGTTOU, &once, &down_);
    (void)::sigaction(SIGPIPE, &ignore, &pipe_);
}

stop_signals::~stop_signals() {
    (void)::sigaction(SIGTERM, &term_, nullptr);
    (void)::sigaction(SIGINT, &interrupt_, nullptr);
    (void)::sigaction(SIGHUP, &hangup_, nullptr);
    (void)::sigaction(SIGUSR2, &upgrade_, nullptr);
    (void)::sigaction(SIGUSR1, &question_, nullptr);
    (void)::sigaction(SIGTTIN, &up_, nullptr);
    (void)::sigaction(SIGTTOU, &down_, nullptr);
    (void)::sigaction(SIGPIPE, &pipe_, nullptr);
    log_level.store(nullptr);
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

unsigned stop_signals::questions() const { return question_count.load(); }

int stop_signals::level() const {
    const std::atomic<int>* const now = log_level.load();
    return now == nullptr ? 0 : now->load();
}

void stop_signals::wish() const { callbox_count_signal(0, nullptr, nullptr); }

}  // namespace callbox::net
