// Destinations of the log: standard error, written without blocking the threads that log, or a
// function of the program.
#pragma once

#include "base/clock.hpp"
#include "base/mutex.hpp"

#include <callbox/options.hpp>

#include <sys/types.h>

#include <atomic>

namespace callbox::observe {

// Accepts complete lines and counts dropped ones. Thread-safe.
class log_sink {
public:
    // Accepts a line, including its line feed, to be written by the next flush(). `reports`: the
    // number of dropped lines, from unreported(), that it reports. Only one line reports them.
    virtual void put(log_level, std::string_view line, std::uint64_t reports = 0) = 0;
    virtual void flush() {}

    // Counts a line that the logger suppresses as dropped.
    void leave_out();
    // The number of dropped lines not yet reported. 0 during the second in which the last of them
    // was dropped, and while writing fails.
    std::uint64_t unreported();
    // When to ask again; `never` if all are reported.
    time_ms next_due() const {
        if (unreported_.load(std::memory_order_relaxed) == 0) return never;
        return (now_ms() / 1000 + 1) * 1000;
    }
    // The total number of dropped lines.
    std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

protected:
    ~log_sink() = default;

    // Requires: the lock is held.
    void drop(std::uint64_t lines);

    std::atomic<std::uint64_t> unreported_ = 0;  // less than put() reports: another thread did so
    mutex mutex_;  // guards the members below and those of the derived sink
    bool is_failing_ = false;  // the last write failed

private:
    time_ms dropped_second_ = 0;
    std::atomic<std::uint64_t> dropped_ = 0;
};

// Passes each line to the function options::log_to. Calls are serialized, so lines keep their
// order. If the function throws, the line is dropped.
class function_sink final : public log_sink {
public:
    using function = decltype(options::log_to);

    // Requires: `to` is not empty, and outlives it.
    explicit function_sink(const function& to) : to_(&to) {}

    void put(log_level level, std::string_view line, std::uint64_t reports = 0) override;

private:
    const function* to_;
};

// The sink of the process; lines keep their order. Regular files do not block, so lines are written
// to them directly. To anything else a separate thread writes once a server has called start(),
// since writing to a terminal can block even if poll(2) reports it writable. Without that thread,
// lines are written when poll(2) reports room. Lines that do not fit the buffer or cannot be
// written are dropped as a whole. Allocates no memory.
class log_output final : public log_sink {
public:
    static constexpr std::size_t buffer_bytes = 128 << 10;
    static constexpr std::size_t line_bytes_max = 4096;

    constexpr log_output();

    // Requires: the line is at most line_bytes_max long.
    void put(log_level, std::string_view line, std::uint64_t reports = 0) override;
    void flush() override;

    // Determines the type of standard error, unless a server uses it. Call before entering a
    // sandbox.
    void look();
    // Registers one more server and starts the writer thread if needed. Returns an empty string or
    // an error message.
    [[nodiscard]] std::string start();
    // Unregisters a server; the last one calls finish(). Requires: its start() succeeded.
    void leave();
    // Sets whether the process ignores SIGPIPE and SIGXFSZ. If not, writes outside the writer
    // thread block these signals.
    void signals_are_ignored(bool so) { shields_.store(!so, std::memory_order_relaxed); }
    // Redirects standard error to this file. From now on lines go there, with the time.
    // Requires: a regular file.
    void move_to(int file);
    bool is_log_file() const { return is_log_file_.load(std::memory_order_relaxed); }
    // Writes the buffered lines within half a second and ends the thread. A thread blocked by a
    // terminal is abandoned: it ends with the process, or once unblocked.
    void finish();

private:
    struct buffer {
        char* text;
        std::size_t begin = 0, end = 0;
        bool is_torn = false;  // the first line was partially written

        bool empty() const { return begin == end; }
        std::string_view rest() const { return {text + begin, end - begin}; }
        std::string_view piece() const;
    };
    void work();
    void hand_on();
    ssize_t write_here(std::string_view text) const;
    bool account(buffer& from, ssize_t count, int error);
    void discard(buffer& what);

    std::atomic<bool> is_log_file_ = false;
    std::atomic<bool> shields_ = true;
    std::atomic<bool> has_lines_ = false;  // in the buffer that is being filled

    condition changed_;  // the mutex guards the members below
    bool is_file_ = false;
    bool has_thread_ = false;
    bool is_ending_ = false;  // the thread must end
    std::size_t users_ = 0;   // servers
    std::size_t filled_ = 0;  // the buffer that put() fills; the thread writes the other
    std::array<buffer, 2> buffers_;
};

// Initialized at compile time and never destroyed, so it can be used at any time.
extern log_output standard_error;

}  // namespace callbox::observe
