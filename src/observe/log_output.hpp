// Writes all lines of the log to standard error. No thread that logs waits for it.
#pragma once

#include "log_sink.hpp"

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace callbox::observe {

// The sink of the process; lines keep their order. A regular file blocks nobody, so lines are
// written to it at once. To anything else, once a server has called start(), a thread of its own
// writes: a terminal that poll(2) calls writable still blocks its writer when nobody reads there.
// Without that thread it writes when poll(2) reports room. What does not fit into the buffer, or
// can't be written, is dropped by whole lines. None of this allocates memory.
class log_output final : public log_sink {
public:
    static constexpr std::size_t buffer_bytes = 128 << 10;
    static constexpr std::size_t line_bytes_max = 4096;

    constexpr log_output();

    // Requires: the line is at most line_bytes_max long.
    void put(log_level, std::string_view line, std::uint64_t tells_of = 0) override;
    void flush() override;

    // Finds out what standard error is, unless a server uses it. Call it before entering a sandbox.
    void look();
    // Starts the writing thread if one is needed, for one more server. Returns why it could not;
    // empty: nothing is wrong.
    [[nodiscard]] std::string start();
    // One server less: with the last, finish(). Requires: start() succeeded for it.
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
    void discard(buffer& what);

    std::atomic<bool> is_log_file_ = false;
    std::atomic<bool> shields_ = true;
    std::atomic<bool> has_lines_ = false;  // in the buffer that is being filled

    condition changed_;  // the mutex guards what follows
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
