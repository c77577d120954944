// Writes all lines of the log to standard error. No thread that logs waits for it.
#pragma once

#include "base/clock.hpp"
#include "base/mutex.hpp"

#include <callbox/options.hpp>

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace callbox::observe {

// Where whole lines go. For all threads.
class log_sink {
public:
    // Takes a line, with its end, to be written by the next flush(). `tells_of`: the number
    // of dropped lines that it reports, from untold(); one line alone does.
    virtual void put(log_level, std::string_view line, std::uint64_t tells_of = 0) = 0;
    virtual void flush() = 0;
    // Counts a line that its author omits as dropped.
    virtual void leave_out() = 0;
    // How many dropped lines no line has reported yet.
    virtual std::uint64_t untold() = 0;
    // How many lines are missing so far.
    virtual std::uint64_t dropped() const = 0;

protected:
    ~log_sink() = default;
};

// The one of the process, for all threads; their lines keep their order. A regular file blocks
// nobody, so lines are written to it at once. To anything else, once a server has called start(), a
// thread of its own writes: a terminal that poll(2) calls writable still blocks its writer when
// nobody reads there. Without that thread it writes when poll(2) reports room. What does not fit
// into the buffer, or can't be written, is dropped by whole lines, which are counted. None of this
// allocates memory.
class log_output final : public log_sink {
public:
    static constexpr std::size_t buffer_bytes = 128 << 10;
    static constexpr std::size_t line_bytes_max = 4096;

    constexpr log_output();

    // Requires: the line is at most line_bytes_max long.
    void put(log_level, std::string_view line, std::uint64_t tells_of = 0) override;
    void flush() override;
    void leave_out() override;
    std::uint64_t dropped() const override { return dropped_.load(std::memory_order_relaxed); }
    // 0 in the second in which the last of them was dropped, and while writing fails.
    std::uint64_t untold() override;

    // Finds out what standard error is, unless a server uses it. Call it before entering a sandbox.
    void look();
    // Starts the writing thread if one is needed, for one more server. Returns why it could not;
    // empty: nothing is wrong.
    [[nodiscard]] std::string start();
    // One server less: with the last, finish(). Requires: start() was called for it.
    void leave();
    // Whether the process ignores SIGPIPE and SIGXFSZ. If not, a write in place of the thread holds
    // off these signals, which it may raise.
    void signals_are_ignored(bool so) { shields_.store(!so, std::memory_order_relaxed); }
    // Replaces standard error with this file; lines go there from now on, with their time.
    // Requires: a regular file.
    void move_to(int file);
    bool is_log_file() const { return is_log_file_.load(std::memory_order_relaxed); }
    // Writes what is buffered, if that takes no longer than half a second, and ends the thread. A
    // thread that a terminal blocks is left alone: it ends with the process, or once unblocked.
    void finish();

private:
    struct buffer {
        char* text;
        std::size_t begin = 0, end = 0;
        bool is_torn = false;  // the first line was written in part

        bool empty() const { return begin == end; }
        std::string_view rest() const { return {text + begin, end - begin}; }
        std::string_view piece() const;
    };
    static void* work(void* one);
    void work();
    void hand_on();
    ssize_t write_here(std::string_view text) const;
    bool account(buffer& from, ssize_t count, int error);
    void give_up(buffer& what);
    void drop(std::uint64_t lines);

    std::atomic<bool> is_log_file_ = false;
    std::atomic<bool> shields_ = true;
    std::atomic<bool> has_lines_ = false;  // in the buffer that is being filled
    std::atomic<std::uint64_t> dropped_ = 0;
    std::atomic<std::uint64_t> untold_ = 0;

    mutex mutex_;  // guards what follows
    condition changed_;
    time_ms dropped_second_ = 0;
    bool is_failing_ = false;  // the last write failed
    bool is_file_ = false;
    bool has_thread_ = false;
    bool is_ending_ = false;  // the thread is to end
    std::size_t users_ = 0;   // servers
    std::size_t filled_ = 0;  // the buffer that put() fills; the thread writes the other
    std::array<buffer, 2> buffers_;
};

// Initialized at compile time, so that it can be used at any time, and never destroyed.
extern log_output standard_error;

}  // namespace callbox::observe
