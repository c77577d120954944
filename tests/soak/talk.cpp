// Sends bytes to a server and reads its answers.
#include "talk.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace soak {

namespace {

constexpr int timeout_ms = 20'000;  // later answers count as lost

}  // namespace

bool talk::sends(std::string_view bytes, std::size_t piece, unsigned pause_us) {
    while (!bytes.empty()) {
        const std::string_view next = bytes.substr(0, piece);
        const ssize_t count = ::send(peer_.get(), next.data(), next.size(), MSG_NOSIGNAL);
        if (count == -1 && errno != EAGAIN) return false;
        pollfd one{peer_.get(), POLLOUT, 0};
        if (count == -1 && ::poll(&one, 1, timeout_ms) != 1) return false;
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        if (pause_us != 0) ::usleep(pause_us);
    }
    return true;
}

bool talk::more(std::size_t piece, unsigned pause_us) {
    if (pause_us != 0) ::usleep(pause_us);
    pollfd one{peer_.get(), POLLIN, 0};
    if (::poll(&one, 1, timeout_ms) != 1) return false;
    const std::size_t size = unread_.size();
    unread_.resize(size + piece);
    const ssize_t count = ::recv(peer_.get(), unread_.data() + size, piece, 0);
    unread_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return count > 0;
}

wire::answer talk::read(std::size_t piece, unsigned pause_us) {
    wire::answer got;
    std::string problem;
    for (;;) {
        const wire::taken what = wire::take_answer(unread_, false, got, problem);
        if (what == wire::taken::done) return got;
        if (what == wire::taken::bad) return {.status = -1, .fields = {}, .body = problem};
        if (!more(piece, pause_us)) return {};
    }
}

bool talk::ends() {
    errno = 0;
    return unread_.empty() && !more(1, 0) && errno == 0 && unread_.empty();
}

}  // namespace soak
