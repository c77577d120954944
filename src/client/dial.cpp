// Connects, sends a request and receives its response before a deadline.
#include "dial.hpp"

#include <poll.h>

#include <fcntl.h>

namespace callbox::net {

namespace {

constexpr std::size_t hosts_bytes_max = 1 << 20;
constexpr const char* too_slow = "no response in time";
constexpr const char* json_only = "application/json";
constexpr const char* json_or_stream = "text/event-stream, application/json";
constexpr const char* unanswered = "the connection was closed without a response";

}  // namespace

// request-line = method SP request-target SP HTTP-version          RFC 9112, 3
std::string client::request_text(std::string_view verb, std::string_view fields,
                                 std::string_view body, std::string_view accept) const {
    std::string text(verb);
    text += ' ' + to_.target + " HTTP/1.1\r\nHost: " + authority_of(to_) +
            "\r\nUser-Agent: ";
    text.append(agent_).append("\r\nAccept: ").append(accept).append("\r\n");
    if (!token_.empty()) text.append("Authorization: Bearer ").append(token_).append("\r\n");
    text.append(fields);
    if (!body.empty())
        text += "Content-Type: application/json\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n";
    text += "\r\n";
    return text.append(body);
}

std::string client::ask(std::string_view verb, std::string_view body, response_parser& out) try {
    last_ = trouble::none;
    const std::string request =
        request_text(verb, "", body, out.allows_stream() ? json_or_stream : json_only);
    std::string problem;
    if (socket_ && !wait(POLLIN, 0)) {  // closed by the server, it would be readable
        problem = converse(request, true, out);
        if (last_ != trouble::lost || sent_any_ || !out.untouched()) return problem;
    }
    problem = connect();
    if (!problem.empty()) return fail(trouble::connect, std::move(problem));
    return converse(request, false, out);
} catch (const std::bad_alloc&) {
    socket_.close();  // the rest of a response may still arrive
    throw;
}

std::string client::fail(trouble what, std::string why) {
    last_ = what;
    drop();
    return why;
}

// Tries each address in turn; returns the error of the last one.
std::string client::connect() {
    const fd file(to_.host.empty() ? -1 : ::open("/etc/hosts", O_RDONLY | O_CLOEXEC));
    std::string hosts;
    if (file) (void)read_all(file.get(), hosts_bytes_max, hosts);
    const auto places = addresses_of(to_, hosts);
    std::string problem = "name not found in /etc/hosts; DNS is not used";
    for (const address& place : places) {
        problem = connect_to(place);
        if (problem.empty()) return problem;
    }
    const std::string server = to_.host.empty() ? "unix:" + to_.socket : authority_of(to_);
    return "cannot connect to " + server + ": " + problem;
}

std::string client::connect_to(const address& a) {
    const time_ms until = std::min(deadline_, now_ms() + connect_timeout_ms);
    constexpr int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    socket_ = fd(::socket(a.socket.ss_family, type, 0));
    if (!socket_) return std::strerror(errno);
    if (::connect(socket_.get(), a.raw(), a.length) == 0) return "";
    int error = errno;
    if (error == EINPROGRESS) {
        socklen_t length = sizeof error;
        if (!wait(POLLOUT, until)) error = ETIMEDOUT;
        else if (::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &length) == -1)
            error = errno;
    }
    if (error == 0) return "";
    socket_.close();
    return std::strerror(error);
}

// A server may respond and close before it has read the whole request; the response is still read.
// If a kept connection accepts no byte, the server had closed it before the request.
std::string client::converse(std::string_view request, bool is_kept, response_parser& out) {
    std::array<char, 64 << 10> some;
    last_ = trouble::none;
    sent_any_ = false;
    bool unfinished = false;
    for (;;) {
        const short events = request.empty() ? POLLIN : POLLIN | POLLOUT;
        if (!wait(events, deadline_)) return fail(trouble::time, too_slow);
        if (!request.empty()) {
            unfinished = !send_some(request);
            if (unfinished && is_kept && !sent_any_) return fail(trouble::lost, unanswered);
            if (unfinished) request = {};
        }
        const ssize_t got =
            retried([&] { return ::recv(socket_.get(), some.data(), some.size(), 0); });
        if (got == -1 && errno == EAGAIN) continue;
        if (got == -1) {
            const char* const why = std::strerror(errno);
            return fail(trouble::lost, std::string("connection lost: ") + why);
        }
        if (got == 0 && out.untouched()) return fail(trouble::lost, unanswered);
        const auto text = std::string_view(some.data(), static_cast<std::size_t>(got));
        const http::progress what = got == 0 ? out.end() : out.feed(text);
        if (what == http::progress::bad)
            return fail(got == 0 ? trouble::lost : trouble::answer,
                        std::string("invalid HTTP response: ") + out.reason());
        if (what != http::progress::done) {
            if (out.is_stream() && request.empty()) return "";
            continue;
        }
        // The server would read the rest of this request as another one.
        if (unfinished || !request.empty() || !out.keep_alive()) socket_.close();
        return "";
    }
}

// Returns false if nothing more can be sent.
bool client::send_some(std::string_view& rest) {
    const ssize_t sent =
        retried([&] { return ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL); });
    if (sent == -1) return errno == EAGAIN;
    rest.remove_prefix(static_cast<std::size_t>(sent));
    sent_any_ = true;
    return true;
}

bool client::wait(short events, time_ms until) const {
    for (;;) {
        pollfd both[] = {{socket_.get(), events, 0}, {stop_, POLLIN, 0}};
        const time_ms left = until == 0 ? 0 : until - now_ms();
        if (left <= 0 && until != 0) return false;
        const int ready = ::poll(both, 2, static_cast<int>(std::min<time_ms>(left, INT32_MAX)));
        if (ready != -1 || errno != EINTR) return ready > 0 && both[1].revents == 0;
    }
}

}  // namespace callbox::net
