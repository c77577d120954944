// Lines from standard input and to standard output, without waiting for either.
#pragma once

#include "base/fd.hpp"

#include <callbox/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace callbox::net {

// Whether the line has nothing but spaces, tabs and carriage returns.
bool is_blank(std::span<const char> line);

// Empty, or why lines can't be read from standard input or written to standard output. Ask before
// anything is opened, which could take the place of a closed one.
std::string unusable_stream();

// Gives what is read line by line, whatever reads return. A line that is longer than the limit is
// reported once; what follows of it is skipped as it comes.
class line_input {
public:
    enum class found : std::uint8_t { nothing, line, too_long };

    // `bytes_max`: of a line, without its end.
    explicit line_input(std::size_t bytes_max) : bytes_max_(bytes_max) {}

    enum class progress : std::uint8_t {
        going,
        ended,   // what follows the last line end is then the last line
        failed,  // errno says why; ended too
    };
    // Reads once. Requires: poll(2) reports the descriptor. Throws std::bad_alloc: then skip().
    [[nodiscard]] progress read_from(int descriptor);
    // Gives up the line that is not complete, and its memory. Requires: next() found nothing.
    void skip();

    // The next line, without its LF or CRLF; `line` is valid until the next call of either. The
    // byte behind it may be written to.
    found next(std::span<char>& line);

private:
    bytes text_{memory::budget::clients};
    std::size_t bytes_max_;
    std::size_t given_ = 0;    // bytes in front that were the last line, to be consumed
    std::size_t scanned_ = 0;  // there is no line end before it
    bool skips_ = false;       // the rest of a line that was too long
    bool has_ended_ = false;
};

// Keeps what is to be written until somebody reads it.
class line_output {
public:
    enum class progress : std::uint8_t {
        going,
        gone,    // nobody reads any more
        failed,  // errno says why
    };

    // Opens a terminal a second time, since it would block who writes to it while nobody reads, and
    // not only this process. Call it before entering a sandbox.
    void open(int descriptor);
    int get() const { return descriptor_; }

    // What is not yet written; append to it.
    bytes& text() { return text_; }
    const bytes& text() const { return text_; }
    // Writes once, as much as does not block. Requires: poll(2) reports room, and there is text.
    progress write();

private:
    enum class kind : std::uint8_t { file, pipe, socket, terminal };

    int descriptor_ = -1;
    fd own_;
    kind kind_ = kind::file;
    bytes text_{memory::budget::clients};
};

}  // namespace callbox::net
