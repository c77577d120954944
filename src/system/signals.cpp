// Counts signals and reports them on an eventfd that every server/loop watches.
#include "signals.hpp"

#include <sys/eventfd.h>

#include <algorithm>
#include <cassert>

namespace callbox::system {

namespace {

constexpr std::array taken{SIGTERM, SIGINT,  SIGHUP,  SIGUSR1, SIGUSR2,
                           SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ};
constexpr bool is_ignored(int number) { return number == SIGPIPE || number == SIGXFSZ; }

// Global variables, as a signal handler can access no others.
std::atomic<bool> is_taken{false};
std::atomic<int> event_descriptor{-1};
std::array<std::atomic<unsigned>, command_count> counts{};
std::atomic<std::atomic<int>*> log_level{nullptr};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<unsigned>::is_always_lock_free);

void move_level(int by) {
    std::atomic<int>* const level = log_level.load();
    if (level == nullptr) return;
    int from = level->load();
    while (!level->compare_exchange_weak(from, std::clamp(from + by, 0, 2))) {}
}

std::size_t place(command what) { return static_cast<std::size_t>(what); }

command command_of(int number) {
    switch (number) {
    case SIGHUP: return command::reload;
    case SIGUSR1: return command::report;
    case SIGUSR2: return command::upgrade;
    default: return command::stop;
    }
}

// The terminal also sends SIGTTIN and SIGTTOU, to background processes that use it.
extern "C" void callbox_count_signal(int number, siginfo_t* info, void*) {
    const int before = errno;
    const bool moves = number == SIGTTIN || number == SIGTTOU;
    if (moves && (info == nullptr || info->si_code == SI_KERNEL)) return;
    if (moves) move_level(number == SIGTTIN ? 1 : -1);
    else counts[place(command_of(number))].fetch_add(1);
    notify(event_descriptor.load());
    errno = before;
}

}  // namespace

stop_signals::stop_signals() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

bool stop_signals::take(std::atomic<int>* level, bool until_exit) {
    assert(!has_taken_);
    if (is_taken.exchange(true)) return false;
    has_taken_ = true;
    until_exit_ = until_exit;
    for (auto& each : counts) each.store(0);
    log_level.store(level);
    event_descriptor.store(event_.get());
    struct sigaction take = {};
    take.sa_sigaction = callbox_count_signal;
    sigfillset(&take.sa_mask);  // handle signals one at a time, in order
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigset_t all;
    sigemptyset(&all);
    for (std::size_t i = 0; i < taken.size(); ++i) {
        // With SA_RESTART a write to a terminal would be restarted forever.
        take.sa_flags = taken[i] == SIGTTOU ? SA_SIGINFO : SA_SIGINFO | SA_RESTART;
        const bool ignores = is_ignored(taken[i]);
        if (!ignores) (void)::sigaddset(&all, taken[i]);
        (void)::sigaction(taken[i], ignores ? &ignore : &take, &before_[i]);
    }
    (void)::pthread_sigmask(SIG_UNBLOCK, &all, &mask_before_);
    return true;
}

void stop_signals::give_back() {
    if (!std::exchange(has_taken_, false)) return;
    for (std::size_t i = 0; !until_exit_ && i < taken.size(); ++i)
        (void)::sigaction(taken[i], &before_[i], nullptr);
    if (!until_exit_) (void)::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
    log_level.store(nullptr);
    event_descriptor.store(-1);
    is_taken.store(false);
}

void stop_signals::reset() {
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    for (const int each : taken) (void)::sigaction(each, &usual, nullptr);
}

unsigned stop_signals::count(command what) const {
    return requests_[place(what)].load() + (has_taken_ ? counts[place(what)].load() : 0);
}

int stop_signals::level() const {
    const std::atomic<int>* const now = has_taken_ ? log_level.load() : nullptr;
    return now == nullptr ? 0 : now->load();
}

void stop_signals::request(command what) const {
    const int before = errno;
    requests_[place(what)].fetch_add(1);
    notify(event_.get());
    errno = before;
}

void stop_signals::forget_requests() {
    for (auto& each : requests_) each.store(0);
}

}  // namespace callbox::system
