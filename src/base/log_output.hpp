// The way of all lines of the log to standard error. Nobody who has something to say waits for it.
#pragma once

#include "clock.hpp"
#include "lock.hpp"

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace callbox {

// For all threads; their lines keep their order. A regular file keeps nobody waiting and is written
// to at once. To anything else, once a server has called start(), a thread of its own writes: a
// terminal that is said to have room still stops who writes to it when nobody reads there. Without
// that thread it writes where poll(2) tells of room. What does not fit into the buffer, or can't be
// written, is dropped by whole lines, which are counted. None of this takes memory.
class log_output {
public:
    static constexpr std::size_t buffer_bytes = 128 << 10;
    static constexpr std::size_t line_bytes_max = 4096;

    // Takes a line, with its end, to be written by the next flush(). It may tell that so many lines
    // were dropped, which untold() has said: no other line does then. Requires: it is at most
    // line_bytes_max long.
    void append(std::string_view line, std::uint64_t tells_of = 0);
    void flush();

    // Counts a line that its author leaves out.
    void leave_out();
    std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }
    // How many dropped lines no line has told of. 0 in the second in which the last of them was
    // dropped, and while nothing can be written.
    std::uint64_t untold();

    // To be said before a sandbox is entered: looks at what standard error is.
    void look();
    // From now on nobody waits. Empty, or why there is no thread for that.
    [[nodiscard]] std::string start();
    // Lines go to this file from now on, which takes the place of standard error; they have the
    // time. Requires: a regular file.
    void move_to(int file);
    bool is_log_file() const { return is_log_file_.load(std::memory_order_relaxed); }
    // Writes what waits, if that takes no longer than half a second, and ends the thread. Who is
    // held by a terminal is left alone: it ends with the process, or when it is let go.
    void finish();

private:
    struct buffer {
        std::size_t begin = 0, end = 0;
        bool is_torn = false;  // the line at its begin is written in part
        std::array<char, buffer_bytes> text{};

        bool empty() const { return begin == end; }
        std::string_view rest() const { return {text.data() + begin, end - begin}; }
        std::string_view piece() const;
    };
    static void* work(void* one);
    void work();
    void hand_on();
    bool account(buffer& from, ssize_t count, int error);
    void give_up(buffer& what);
    void drop(std::uint64_t lines);

    std::atomic<bool> is_log_file_ = false;
    std::atomic<bool> has_lines_ = false;  // in the buffer that is filled
    std::atomic<std::uint64_t> dropped_ = 0;
    std::atomic<std::uint64_t> untold_ = 0;

    lock lock_;  // of what follows
    bell something_;
    time_ms dropped_second_ = 0;
    bool is_failing_ = false;  // what was to be written last could not be
    bool is_file_ = false;
    bool has_thread_ = false;
    bool is_ending_ = false;  // the thread is to end
    std::size_t filled_ = 0;  // the buffer that lines come into; the thread writes the other
    std::array<buffer, 2> buffers_;
};

// Constant at start, so that it can be used at any time, and never destroyed.
extern log_output standard_error;

}  // namespace callbox
