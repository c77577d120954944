// Reads and writes standard input and output for server/stdio.
#include "stdio.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <climits>

namespace callbox::net {

namespace {

constexpr std::size_t piece_bytes = 1 << 16;
constexpr std::size_t capacity_kept = 1 << 17;

}  // namespace

std::string unusable_stream() {
    const int in = ::fcntl(STDIN_FILENO, F_GETFL), out = ::fcntl(STDOUT_FILENO, F_GETFL);
    struct stat found {};
    if (in == -1) return "standard input is closed";
    if ((in & O_ACCMODE) == O_WRONLY) return "standard input is not open for reading";
    if (::fstat(STDIN_FILENO, &found) == 0 && S_ISDIR(found.st_mode))
        return std::string("standard input: ") + std::strerror(EISDIR);
    if (out == -1) return "standard output is closed";
    return (out & O_ACCMODE) == O_RDONLY ? "standard output is not open for writing" : "";
}

line_progress line_input::read_from(int descriptor) {
    char* const to = text_.room(piece_bytes);
    if (to == nullptr) throw std::bad_alloc();
    const ssize_t got = retried([&] { return ::read(descriptor, to, piece_bytes); });
    if (got == -1 && errno == EAGAIN) return line_progress::going;
    has_ended_ = got <= 0;
    if (has_ended_) return got == 0 ? line_progress::ended : line_progress::failed;
    text_.commit(static_cast<std::size_t>(got));
    return line_progress::going;
}

void line_input::skip() {
    text_.release();
    scanned_ = 0;
    skips_ = true;
}

line_input::found line_input::next(std::span<char>& line) {
    text_.consume(std::exchange(given_, 0));
    if (text_.empty() && text_.capacity() > capacity_kept) text_.release();
    for (;;) {
        const std::size_t end = text_.view().find('\n', scanned_);
        const bool is_whole = end != std::string_view::npos;
        std::size_t size = is_whole ? end : text_.size();
        if (skips_) {
            skips_ = !is_whole;
            text_.consume(size + is_whole);
            scanned_ = 0;
            if (!is_whole) return found::nothing;
            continue;
        }
        if (size > bytes_max_ + 1) {  // one byte may be the CR of its end
            skips_ = true;
            scanned_ = 0;
            return found::too_long;
        }
        if (!is_whole && !(has_ended_ && size != 0)) {
            scanned_ = size;
            return found::nothing;
        }
        given_ = size + is_whole;
        scanned_ = 0;
        if (is_whole && size != 0 && text_.data()[size - 1] == '\r') --size;
        line = {text_.data(), size};
        return size > bytes_max_ ? found::too_long : found::line;
    }
}

void line_output::open(int descriptor) {
    struct stat found {};
    descriptor_ = descriptor;
    if (::fstat(descriptor, &found) == -1) return;
    if (S_ISFIFO(found.st_mode)) kind_ = kind::pipe;
    else if (S_ISSOCK(found.st_mode)) kind_ = kind::socket;
    if (::isatty(descriptor) == 0) return;
    const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    own_ = fd(retried(
        [&] { return ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); }));
    if (!own_) return;
    kind_ = kind::terminal;
    descriptor_ = own_.get();
}

void line_output::end_line(std::size_t begin) {
    const auto ends_line = [](char c) { return c == '\n' || c == '\r'; };
    std::ranges::replace_if(text_.data() + begin, text_.data() + text_.size(), ends_line, ' ');
    text_.append('\n');
}

// A pipe that poll(2) reports accepts PIPE_BUF bytes without blocking: pipe(7).
line_progress line_output::write() {
    const std::size_t most = kind_ == kind::pipe ? PIPE_BUF : piece_bytes;
    const std::string_view piece = text_.view().substr(0, most);
    const ssize_t written = retried([&] {
        return kind_ == kind::socket
                   ? ::send(descriptor_, piece.data(), piece.size(), MSG_DONTWAIT | MSG_NOSIGNAL)
                   : ::write(descriptor_, piece.data(), piece.size());
    });
    if (written == -1) {
        if (errno == EAGAIN) return line_progress::going;
        const bool is_hung_up = kind_ == kind::terminal && errno == EIO;
        const bool has_left = errno == EPIPE || errno == ECONNRESET || is_hung_up;
        return has_left ? line_progress::ended : line_progress::failed;
    }
    text_.consume(static_cast<std::size_t>(written));
    if (text_.empty() && text_.capacity() > capacity_kept) text_.release();
    return line_progress::going;
}

}  // namespace callbox::net
