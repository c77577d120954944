// Connects, sends a request and receives its response before a deadline, over HTTP or a WebSocket
// (RFC 6455): the handshake, then one message for each request.
#include "dial.hpp"

#include "base/sha256.hpp"
#include "websocket/handshake.hpp"

#include <poll.h>

#include <bit>
#include <fcntl.h>

namespace callbox::net {

namespace {

using websocket::close_code, websocket::opcode;

constexpr std::size_t hosts_bytes_max = 1 << 20;
constexpr std::size_t read_bytes = 64 << 10;
constexpr const char* too_slow = "no response in time";
constexpr const char* unanswered = "the connection was closed without a response";

// A client masks its frames.                                             RFC 6455, 5.3
void append_frame(bytes& out, opcode code, std::string_view payload) {
    char header[websocket::header_bytes_max];
    const std::size_t size = websocket::write_header(header, code, payload.size());
    header[1] = static_cast<char>(header[1] | 0x80);
    auto key = std::bit_cast<std::uint32_t>(random_bytes<4>());
    out.append({header, size});
    out.append({reinterpret_cast<const char*>(&key), sizeof key});
    out.append(payload);
    if (out.overflowed()) return;
    (void)websocket::mask({out.data() + out.size() - payload.size(), payload.size()}, key);
}

void append_close_frame(bytes& out, close_code code) {
    const auto number = static_cast<unsigned>(code);
    const char both[] = {static_cast<char>(number >> 8), static_cast<char>(number)};
    append_frame(out, opcode::close, {both, code == close_code::no_status ? 0u : 2u});
}

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

std::string client::ask(std::string_view verb, std::string_view body, response_parser& out,
                        std::string_view accept) try {
    const std::string request = request_text(verb, "", body, accept);
    if (socket_ && !wait(POLLIN, 0)) {  // closed by the server, it would be readable
        std::string problem = converse(request, true, out);
        if (last_ != trouble::lost || sent_any_ || !out.untouched()) return problem;
    }
    std::string problem = connect();
    return problem.empty() ? converse(request, false, out) : problem;
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
    return fail(trouble::connect, "cannot connect to " + server + ": " + problem);
}

std::string client::connect_to(const address& a) {
    const time_ms until = std::min(deadline_, now_ms() + connect_timeout_ms);
    constexpr int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    socket_ = fd(::socket(a.socket.ss_family, type, 0));
    if (!socket_) return std::strerror(errno);
    int error = ::connect(socket_.get(), a.raw(), a.length) == 0 ? 0 : errno;
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
    std::array<char, read_bytes> some;
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
        if (got == -1)
            return fail(trouble::lost, std::string("connection lost: ") + std::strerror(errno));
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

// A close frame within another frame would be a part of it.
void client::drop(close_code code) {
    if (std::exchange(frames_, {}) && !std::exchange(is_closing_, false) && output_.empty()) {
        append_close_frame(output_, code);
        std::string_view rest = output_.view();
        (void)send_some(rest);
    }
    socket_.close();
    received_.clear();
    output_.clear();
    ping_.reset();
}

// A close frame follows a message without a response: its echo shows that the server has read the
// message.
std::string client::exchange(std::string_view message, bool has_response,
                             const recognizer& is_response, response_parser& out) try {
    if (frames_) (void)converse_in_frames({}, out);  // without frames_ if it has ended
    last_ = trouble::none;
    if (!frames_) {
        std::string problem = open_websocket(out);
        if (!problem.empty() || !frames_) return problem;
    }
    append_frame(output_, opcode::text, message);
    is_closing_ = !has_response;
    if (is_closing_) append_close_frame(output_, close_code::normal);
    return converse_in_frames(is_response, out);
} catch (const std::bad_alloc&) {
    drop();  // a frame may be incomplete
    throw;
}

// If the server refuses, `out` has its response and there are no frames.
std::string client::open_websocket(response_parser& out) {
    drop();
    std::string problem = connect();
    if (!problem.empty()) return problem;
    const std::string key = base64(random_bytes<16>());
    const std::string fields =
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: callbox\r\nSec-WebSocket-Key: " + key + "\r\n";
    out.allow_upgrade();
    problem = converse(request_text("GET", fields, "", "application/json"), false, out);
    if (problem.empty() && out.status() / 100 == 2)
        return fail(trouble::answer, "invalid handshake: " + status_text(out));
    if (!problem.empty() || out.status() != 101) return problem;
    const char* const wrong = socket_ ? websocket::invalid_field(out.head(), key) : "Connection";
    if (wrong != nullptr)
        return fail(trouble::answer, std::string("invalid handshake: ") + wrong);
    received_.append({out.body().data(), out.body().size()});
    if (received_.overflowed()) throw std::bad_alloc();
    limits bounds;
    bounds.request_bytes_max = out.body_max();
    frames_.emplace(bounds, websocket::role::client);
    return "";
}

// Returns at the response or, if none is awaited, once nothing more has arrived.
std::string client::converse_in_frames(const recognizer& is_response, response_parser& out) {
    using event = websocket::reader::event;
    for (;;) {
        std::span<char> unread(received_.data(), received_.size());
        const event what = frames_->feed(unread);
        const std::string_view payload(frames_->payload().data(), frames_->payload().size());
        if (what == event::message && is_response && is_response(payload)) {
            out.take(200, payload);
            if (is_closing_) drop();
            return "";
        }
        if (what == event::ping) ping_ = payload;
        if (what == event::bad || what == event::close)
            return end_websocket(what == event::close, out);
        if (what != event::more) continue;
        frames_->compact(unread);
        received_.consume(static_cast<std::size_t>(unread.data() - received_.data()));
        received_.truncate(unread.size());
        if (output_.empty() && ping_)
            append_frame(output_, opcode::pong, *std::exchange(ping_, std::nullopt));
        if (!is_response && !wait(POLLIN, 0)) return "";
        if (std::string problem = transfer(); !problem.empty()) return problem;
    }
}

// The server has sent a close frame, the echo of the one after a message or its own, or an invalid
// frame: the reader's message names an option of a server.
std::string client::end_websocket(bool is_closed, response_parser& out) {
    const close_code code = frames_->status();
    const bool is_echo = is_closing_ && output_.empty() && code == close_code::normal;
    std::string why = frames_->reason();
    if (code == close_code::too_big)
        why = "a message is longer than " + std::to_string(out.body_max()) + " bytes";
    drop(code);
    if (!is_closed) return fail(trouble::answer, "invalid WebSocket: " + why);
    if (is_echo) return out.take(204, {}), "";
    return fail(trouble::lost, "the server closed the WebSocket with code " +
                                   std::to_string(static_cast<unsigned>(code)));
}

// Sends some of the bytes and receives some.
std::string client::transfer() {
    if (output_.overflowed()) throw std::bad_alloc();
    std::string_view rest = output_.view();
    const short events = rest.empty() ? POLLIN : POLLIN | POLLOUT;
    if (!wait(events, deadline_)) return fail(trouble::time, too_slow);
    if (!rest.empty()) (void)send_some(rest);  // if it fails, what has arrived is still read
    output_.consume(output_.size() - rest.size());
    char* const to = received_.room(read_bytes);
    if (to == nullptr) throw std::bad_alloc();
    const ssize_t got = retried([&] { return ::recv(socket_.get(), to, read_bytes, 0); });
    if (got > 0) received_.commit(static_cast<std::size_t>(got));
    if (got > 0 || (got == -1 && errno == EAGAIN)) return "";
    return fail(trouble::lost, got == 0 ? unanswered
                                        : std::string("connection lost: ") + std::strerror(errno));
}

}  // namespace callbox::net
