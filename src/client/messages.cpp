// Calls over a WebSocket (RFC 6455): the handshake, then one message for each request.
#include "dial.hpp"

#include "base/retry.hpp"
#include "base/sha256.hpp"
#include "websocket/handshake.hpp"

#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace callbox::net {

namespace {

using websocket::opcode;

constexpr std::size_t read_bytes = 64 << 10;

template <std::size_t Size> std::array<char, Size> random_bytes() {
    std::array<char, Size> all{};
    (void)retried([&] { return ::getrandom(all.data(), all.size(), 0); });
    return all;
}

std::string random_key() {
    const auto some = random_bytes<16>();
    return base64(std::span(reinterpret_cast<const std::uint8_t*>(some.data()), some.size()));
}

// A client masks its frames.                                             RFC 6455, 5.3
std::string masked_frame(opcode code, std::string_view payload) {
    char header[websocket::header_bytes_max];
    const std::size_t size = websocket::write_header(header, code, payload.size());
    header[1] = static_cast<char>(header[1] | 0x80);
    const auto key = random_bytes<4>();
    std::string frame(header, size);
    frame.append(key.data(), key.size()).append(payload);
    (void)websocket::apply_mask(std::span(frame).subspan(size + key.size()), key);
    return frame;
}

std::string close_frame() { return masked_frame(opcode::close, "\x03\xe8"); }  // 1000

std::string fields_of(std::string_view key) {
    return std::string("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Protocol: callbox\r\nSec-WebSocket-Key: ")
        .append(key).append("\r\n");
}

}  // namespace

void client::drop() {
    if (std::exchange(frames_, {})) {
        const std::string last = close_frame();
        std::string_view rest = last;
        (void)send_some(rest);
    }
    socket_.close();
    received_.clear();
}

// A close frame follows a message without a response: its answer shows that the server has read
// the message.
std::string client::exchange(std::string_view message, bool has_response,
                             response_parser& out) try {
    last_ = trouble::none;
    if (!frames_ || !is_open()) {
        std::string problem = open_websocket(out);
        if (!problem.empty() || !frames_) return problem;
    }
    std::string sent = masked_frame(opcode::text, message);
    if (!has_response) sent += close_frame();
    return converse_in_frames(std::move(sent), has_response, out);
} catch (const std::bad_alloc&) {
    drop();
    throw;
}

// If the server refuses, `out` has its response and there are no frames.
std::string client::open_websocket(response_parser& out) {
    drop();
    std::string problem = connect();
    if (!problem.empty()) return fail(trouble::connect, std::move(problem));
    const std::string key = random_key();
    out.allow_upgrade();
    problem = converse(request_text("GET", fields_of(key), ""), false, out);
    if (problem.empty() && out.status() / 100 == 2)
        return fail(trouble::answer, "invalid handshake: " + status_text(out));
    if (!problem.empty() || out.status() != 101) return problem;
    const char* const wrong = socket_ ? websocket::wrong_field(out.head(), key) : "Connection";
    if (wrong != nullptr)
        return fail(trouble::answer, std::string("invalid handshake: ") + wrong);
    received_.append({out.body().data(), out.body().size()});
    if (received_.overflowed()) throw std::bad_alloc();
    limits bounds;
    bounds.request_bytes_max = out.body_max();
    frames_.emplace(bounds, websocket::role::client);
    return "";
}

std::string client::converse_in_frames(std::string sent, bool has_response,
                                       response_parser& out) {
    using event = websocket::reader::event;
    std::string_view rest = sent;
    for (;;) {
        std::span<char> unread(received_.data(), received_.size());
        const event what = frames_->feed(unread);
        const std::string_view payload(frames_->payload().data(), frames_->payload().size());
        if (what == event::message && has_response) out.take(200, payload);
        if (what == event::ping) {
            sent = std::string(rest) + masked_frame(opcode::pong, payload);
            rest = sent;
        }
        frames_->compact(unread);
        received_.consume(static_cast<std::size_t>(unread.data() - received_.data()));
        received_.truncate(unread.size());
        if (what == event::message && has_response) return "";
        if (what == event::bad)
            return fail(trouble::answer, std::string("invalid WebSocket: ") + frames_->reason());
        if (what == event::close) {
            const auto code = static_cast<unsigned>(frames_->status());
            drop();
            if (!has_response) return out.take(204, {}), "";
            return fail(trouble::lost,
                        "the server closed the WebSocket with code " + std::to_string(code));
        }
        if (what != event::more) continue;
        if (std::string problem = transfer(rest); !problem.empty()) return problem;
    }
}

// Sends some of the bytes and receives some.
std::string client::transfer(std::string_view& rest) {
    const short events = rest.empty() ? POLLIN : POLLIN | POLLOUT;
    if (!wait(events, deadline_)) return fail(trouble::time, "no response in time");
    if (!rest.empty() && !send_some(rest)) rest = {};  // what has arrived is still read
    char* const to = received_.room(read_bytes);
    if (to == nullptr) throw std::bad_alloc();
    const ssize_t got = retried([&] { return ::recv(socket_.get(), to, read_bytes, 0); });
    if (got > 0) received_.commit(static_cast<std::size_t>(got));
    if (got > 0 || (got == -1 && errno == EAGAIN)) return "";
    return fail(trouble::lost, got == 0 ? "the connection was closed without a response"
                                        : std::string("connection lost: ") + std::strerror(errno));
}

}  // namespace callbox::net
