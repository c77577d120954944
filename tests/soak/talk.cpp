// Bytes to a server, answers from it.
#include "talk.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace soak {

namespace {

constexpr int patience_ms = 20'000;  // then an answer is lost

}  // namespace

bool talk::sends(std::string_view bytes, std::size_t piece, unsigned pause_us) {
    while (!bytes.empty()) {
        const std::string_view next = bytes.substr(0, piece);
        const ssize_t count = ::send(peer_.get(), next.data(), next.size(), MSG_NOSIGNAL);
        if (count == -1 && errno != EAGAIN) return false;
        pollfd one{peer_.get(), POLLOUT, 0};
        if (count == -1 && ::poll(&one, 1, patience_ms) != 1) return false;
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        if (pause_us != 0) ::usleep(pause_us);
    }
    return true;
}

bool talk::more(std::size_t piece, unsigned pause_us) {
    if (pause_us != 0) ::usleep(pause_us);
    pollfd one{peer_.get(), POLLIN, 0};
    if (::poll(&one, 1, patience_ms) != 1) return false;
    const std::size_t size = unread_.size();
    unread_.resize(size + piece);
    const ssize_t count = ::recv(peer_.get(), unread_.data() + size, piece, 0);
    unread_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return count > 0;
}

answer talk::read(std::size_t piece, unsigned pause_us) {
    std::size_t head = 0;
    while ((head = unread_.find("\r\n\r\n")) == unread_.npos)
        if (!more(piece, pause_us)) return {};
    head += 4;
    const std::size_t named = unread_.find("Content-Length: ");
    const std::size_t length =
        named < head ? std::strtoul(unread_.c_str() + named + 16, nullptr, 10) : 0;
    while (unread_.size() < head + length)
        if (!more(piece, pause_us)) return {};
    const answer got{unread_.starts_with("HTTP/1.1 ") ? std::atoi(unread_.c_str() + 9) : -1,
                     unread_.substr(head, length)};
    unread_.erase(0, head + length);
    return got;
}

bool talk::ends() {
    errno = 0;
    return unread_.empty() && !more(1, 0) && errno == 0 && unread_.empty();
}

std::string call(std::string_view method, std::string_view params, std::size_t id) {
    std::string text = notification(method, params);
    text.back() = ',';
    return text + "\"id\":" + std::to_string(id) + "}";
}

std::string result(std::string_view value, std::size_t id) {
    return std::string(R"({"jsonrpc":"2.0","result":)").append(value) +
           ",\"id\":" + std::to_string(id) + "}";
}

std::string notification(std::string_view method, std::string_view params) {
    return std::string(R"({"jsonrpc":"2.0","method":")").append(method) + R"(","params":)" +
           std::string(params) + "}";
}

}  // namespace soak
