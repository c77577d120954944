// Calls over a WebSocket (RFC 6455): the handshake, then one message for each request.
#include "dial.hpp"

#include "base/sha256.hpp"
#include "websocket/handshake.hpp"

#include <poll.h>

#include <bit>

namespace callbox::net {

namespace {

using websocket::close_code, websocket::opcode;

constexpr std::size_t read_bytes = 64 << 10;

// A client masks its frames.                                             RFC 6455, 5.3
void append_frame(bytes& out, opcode code, std::string_view payload) {
    char header[websocket::header_bytes_max];
    const std::size_t size = websocket::write_header(header, code, payload.size());
    header[1] = static_cast<char>(header[1] | 0x80);
    const auto key = std::bit_cast<std::array<char, 4>>(random_bytes<4>());
    out.append({header, size});
    out.append({key.data(), key.size()});
    out.append(payload);
    if (out.overflowed()) return;
    (void)websocket::apply_mask({out.data() + out.size() - payload.size(), payload.size()}, key);
}

void append_close_frame(bytes& out, close_code code) {
    const auto number = static_cast<unsigned>(code);
    const char both[] = {static_cast<char>(number >> 8), static_cast<char>(number)};
    append_frame(out, opcode::close, {both, code == close_code::no_status ? 0u : 2u});
}

}  // namespace

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
    if (!problem.empty()) return fail(trouble::connect, std::move(problem));
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
        if (what == event::bad) return refuse_frame(out);
        if (what == event::close) return end_websocket(out);
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

// The reader's message names an option of a server.
std::string client::refuse_frame(const response_parser& out) {
    const close_code code = frames_->status();
    std::string why = frames_->reason();
    if (code == close_code::too_big)
        why = "a message is longer than " + std::to_string(out.body_max()) + " bytes";
    drop(code);
    return fail(trouble::answer, "invalid WebSocket: " + why);
}

// The server has sent a close frame: the echo of the one after a message, or its own.
std::string client::end_websocket(response_parser& out) {
    const close_code code = frames_->status();
    const bool is_echo = is_closing_ && output_.empty() && code == close_code::normal;
    drop(code);
    if (is_echo) return out.take(204, {}), "";
    return fail(trouble::lost, "the server closed the WebSocket with code " +
                                   std::to_string(static_cast<unsigned>(code)));
}

// Sends some of the bytes and receives some.
std::string client::transfer() {
    if (output_.overflowed()) throw std::bad_alloc();
    std::string_view rest = output_.view();
    const short events = rest.empty() ? POLLIN : POLLIN | POLLOUT;
    if (!wait(events, deadline_)) return fail(trouble::time, "no response in time");
    if (!rest.empty()) (void)send_some(rest);  // if it fails, what has arrived is still read
    output_.consume(output_.size() - rest.size());
    char* const to = received_.room(read_bytes);
    if (to == nullptr) throw std::bad_alloc();
    const ssize_t got = retried([&] { return ::recv(socket_.get(), to, read_bytes, 0); });
    if (got > 0) received_.commit(static_cast<std::size_t>(got));
    if (got > 0 || (got == -1 && errno == EAGAIN)) return "";
    return fail(trouble::lost, got == 0 ? "the connection was closed without a response"
                                        : std::string("connection lost: ") + std::strerror(errno));
}

}  // namespace callbox::net
