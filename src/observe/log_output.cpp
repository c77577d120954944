// Threads append lines to one of two buffers; the writer thread or flush() writes them out.
#include "log_output.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>

namespace callbox::observe {

namespace {

constexpr int rest_ms = 50;       // between EAGAIN and the next attempt
constexpr int patience_ms = 500;  // maximum wait of finish()
static_assert(log_output::line_bytes_max <= PIPE_BUF, "writing a line to a pipe must be atomic");
static_assert(2 * log_output::line_bytes_max <= log_output::buffer_bytes);

void sleep_ms(int ms) { (void)::poll(nullptr, 0, ms); }

bool has_room() {
    pollfd to{STDERR_FILENO, POLLOUT, 0};
    return ::poll(&to, 1, 0) != 0;
}

ssize_t write_now(std::string_view text) {
    return ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

static constinit std::array<std::array<char, log_output::buffer_bytes>, 2> buffers{};

constexpr log_output::log_output()
    : buffers_{buffer{.text = buffers[0].data()}, buffer{.text = buffers[1].data()}} {}

constinit log_output standard_error;  // NOLINT(cert-err58-cpp): initialized at compile time

// Complete lines that can be written to a pipe atomically.
std::string_view log_output::buffer::piece() const {
    const std::string_view all = rest();
    return all.size() <= PIPE_BUF ? all : all.substr(0, all.rfind('\n', PIPE_BUF - 1) + 1);
}

void log_output::put(log_level, std::string_view line, std::uint64_t reports) {
    assert(line.size() <= line_bytes_max && line.ends_with('\n'));
    const lock_guard guard(mutex_);
    if (reports > unreported_) return;
    if (buffers_[filled_].end > buffer_bytes / 2) hand_on();
    buffer& to = buffers_[filled_];
    if (line.size() > buffer_bytes - to.end) return drop(reports == 0 ? 1 : 0);
    unreported_ -= reports;
    line.copy(to.text + to.end, line.size());
    to.end += line.size();
    has_lines_.store(true, std::memory_order_relaxed);
}

void log_output::flush() {
    if (!has_lines_.load(std::memory_order_relaxed)) return;
    const lock_guard guard(mutex_);
    hand_on();
}

void log_output::look() {
    struct stat status {};
    const lock_guard guard(mutex_);
    if (users_ == 0) is_file_ = ::fstat(STDERR_FILENO, &status) == 0 && S_ISREG(status.st_mode);
}

// The thread blocks all signals, including those that a terminal sends to background writers.
std::string log_output::start() {
    constexpr auto run = [](void* one) -> void* {
        static_cast<log_output*>(one)->work();
        return nullptr;
    };
    const lock_guard guard(mutex_);
    is_ending_ = false;
    if (is_file_ || has_thread_) return ++users_, "";
    sigset_t all, before;
    (void)::sigfillset(&all);
    (void)::pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const int error = ::pthread_create(&thread, nullptr, run, this);
    (void)::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (error != 0) return std::string("cannot start the log thread: ") + std::strerror(error);
    (void)::pthread_detach(thread);
    has_thread_ = true;
    ++users_;
    return "";
}

void log_output::leave() {
    flush();
    {
        const lock_guard guard(mutex_);
        assert(users_ > 0);
        if (--users_ > 0) return;
    }
    finish();
}

void log_output::move_to(int file) {
    finish();
    const lock_guard guard(mutex_);
    if (::dup3(file, STDERR_FILENO, 0) == -1) return;
    buffer& kept = buffers_[filled_];
    if (kept.is_torn) {
        kept.begin += kept.rest().find('\n') + 1;
        kept.is_torn = false;
        drop(1);
    }
    is_file_ = true;
    is_log_file_.store(true, std::memory_order_relaxed);
    hand_on();
}

void log_output::finish() {
    flush();
    lock_guard guard(mutex_);
    for (int ms = 0; has_thread_ && !is_file_ && ms < patience_ms; ++ms) {
        is_ending_ = is_ending_ || (buffers_[0].empty() && buffers_[1].empty());
        changed_.notify_one();
        guard.unlock();
        sleep_ms(1);
        guard.lock();
    }
    is_ending_ = true;
}

// The thread's function. No other thread uses the buffer being written, so write() needs no lock.
void log_output::work() {
    lock_guard guard(mutex_);
    while (!is_ending_) {
        buffer& own = buffers_[1 - filled_];
        if (own.empty() && buffers_[filled_].empty()) {
            changed_.wait(guard);
        } else if (own.empty()) {
            filled_ = 1 - filled_;
            has_lines_.store(false, std::memory_order_relaxed);
        } else {
            const std::string_view piece = own.piece();
            guard.unlock();
            const ssize_t count = write_now(piece);
            const int error = count == -1 ? errno : 0;
            if (error == EAGAIN) sleep_ms(rest_ms);
            guard.lock();
            (void)account(own, count, error);
        }
    }
    buffer& own = buffers_[1 - filled_];
    own.is_torn = false;
    discard(own);
    has_thread_ = false;
}

// This function and those below require that the lock is held.
void log_output::hand_on() {
    if (has_thread_ && !is_file_) return changed_.notify_one();
    buffer& own = buffers_[filled_];
    while (!own.empty() && (is_file_ || has_room())) {
        const ssize_t count = shields_ ? write_here(own.piece()) : write_now(own.piece());
        if (!account(own, count, errno)) break;
    }
    const std::size_t left = own.end - own.begin;
    std::memmove(own.text, own.text + own.begin, left);
    own.begin = 0;
    own.end = left;
    has_lines_.store(left != 0, std::memory_order_relaxed);
}

// Blocks SIGPIPE and SIGXFSZ, and consumes the one that its own write raises. A signal that was
// pending before remains pending.
ssize_t log_output::write_here(std::string_view text) const {
    sigset_t ours, before, waiting;
    (void)::sigemptyset(&ours);
    (void)::sigaddset(&ours, SIGPIPE);
    (void)::sigaddset(&ours, SIGXFSZ);
    (void)::sigpending(&waiting);
    (void)::pthread_sigmask(SIG_BLOCK, &ours, &before);
    const ssize_t count = write_now(text);
    const int error = errno;
    if (count == -1 && (error == EPIPE || error == EFBIG)) {
        const int raised = error == EPIPE ? SIGPIPE : SIGXFSZ;
        (void)::sigemptyset(&ours);
        (void)::sigaddset(&ours, raised);
        const timespec no_wait{};
        if (::sigismember(&waiting, raised) == 0) (void)::sigtimedwait(&ours, nullptr, &no_wait);
    }
    (void)::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return count;
}

// Records the result of a write. Returns false to stop trying for now.
bool log_output::account(buffer& from, ssize_t count, int error) {
    const bool is_later = count == -1 && (error == EAGAIN || error == EINTR);
    if (!is_later) is_failing_ = count <= 0;
    if (count <= 0 && !is_later) discard(from);
    if (count <= 0) return false;
    from.begin += static_cast<std::size_t>(count);
    from.is_torn = !from.empty() && from.text[from.begin - 1] != '\n';
    if (from.empty()) from.begin = from.end = 0;
    return true;
}

// Keeps the rest of a partially written line, as a full disk may have room for it later.
void log_output::discard(buffer& what) {
    const std::string_view rest = what.rest();
    const bool is_owed = is_file_ && what.is_torn;
    const std::size_t kept = is_owed ? rest.find('\n') + 1 : 0;
    drop(static_cast<std::uint64_t>(std::count(rest.begin() + kept, rest.end(), '\n')));
    what.end = what.begin + kept;
    if (what.empty()) what.begin = what.end = 0;
}

}  // namespace callbox::observe
