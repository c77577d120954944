// Standard input and output: lines, read and written without blocking, and tools.
#pragma once

#include "base/fd.hpp"

#include <callbox/options.hpp>
#include <callbox/table.hpp>

namespace callbox::net {

// Serves the methods of a table as tools over standard input and output (Model Context Protocol),
// one message per line. There are no listeners and no tokens: the user who starts the process may
// call all methods.
//
// Serves until standard input ends and all requests are answered, those of pending calls within
// drain_timeout_ms; until standard output has no reader; or until SIGTERM or SIGINT and
// drain_timeout_ms. Then pending calls are answered with an error and see caller::gone(). Returns
// the exit status: 0, or 1 if it could not start, read, write or end its calls, as the log reports.
// If a blocking method still runs at the end, it exits the process with status 1, like serve().
// Requires: unusable_stream() returns an empty string.
// Handles signals, the sandbox, the log file and the user in `how` like serve().
int serve_stdio(const table& methods, void* state, const options& how);

// Returns an empty string, or the reason why standard input or output cannot be used. Call it
// before opening any file, which could get the descriptor of a closed stream.
std::string unusable_stream();

enum class line_progress : std::uint8_t {
    going,
    ended,   // text after the last line end is the last line; or output has no reader
    failed,  // errno is set; input has ended too
};

// Splits input into lines, independently of read boundaries. A line over the limit is reported
// once, and the rest of it is skipped.
class line_input {
public:
    enum class found : std::uint8_t { nothing, line, too_long };

    // `bytes_max` applies to a line without its end.
    explicit line_input(std::size_t bytes_max) : bytes_max_(bytes_max) {}

    // Reads once. Requires: poll(2) reports the descriptor. If it throws std::bad_alloc, call
    // skip().
    [[nodiscard]] line_progress read_from(int descriptor);
    // Drops the incomplete line and releases its memory. Requires: next() found nothing.
    void skip();

    // Finds the next line, without its LF or CRLF. `line` is valid until the next call of next() or
    // read_from(). The byte after it is writable.
    found next(std::span<char>& line);

private:
    bytes text_{memory::budget::clients};
    std::size_t bytes_max_;
    std::size_t given_ = 0;    // bytes of the last line, to be consumed
    std::size_t scanned_ = 0;  // no line end before this offset
    bool skips_ = false;       // skipping the rest of an overlong line
    bool has_ended_ = false;
};

// Buffers output until it can be written.
class line_output {
public:
    // Reopens a terminal as non-blocking: a terminal without a reader would block writes, and
    // changing the inherited descriptor would affect other processes. Call it before entering a
    // sandbox.
    void open(int descriptor);
    int get() const { return descriptor_; }

    // Appends a line: the text that `write(bytes&)` appends, unless it returns false. Line ends in
    // the white space of a callbox::json become spaces. If memory runs out, appends nothing and
    // throws std::bad_alloc.
    template <class Write> void put_line(Write write) {
        const std::size_t begin = text_.size();
        try {
            if (write(text_)) end_line(begin);
            if (text_.overflowed()) throw std::bad_alloc();
        } catch (const std::bad_alloc&) {
            text_.truncate(begin);
            throw;
        }
    }
    const bytes& text() const { return text_; }  // the unwritten output
    // Writes once without blocking. Requires: poll(2) reports room, and text() is not empty.
    line_progress write();

private:
    enum class kind : std::uint8_t { file, pipe, socket, terminal };

    void end_line(std::size_t begin);

    int descriptor_ = -1;
    fd own_;
    kind kind_ = kind::file;
    bytes text_{memory::budget::clients};
};

}  // namespace callbox::net
