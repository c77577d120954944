// Reads and writes the frames of WebSockets like callbox, and reads their handshakes.
#include "base/ascii.hpp"
#include "http/parse.hpp"
#include "reading.hpp"
#include "websocket/frames.hpp"
#include "websocket/handshake.hpp"

#include <algorithm>
#include <new>
#include <span>
#include <stdexcept>

namespace differential {

namespace {

using namespace callbox;
using event = websocket::reader::event;
using ascii::take_until;

std::string text_of(std::span<char> bytes) { return hex({bytes.data(), bytes.size()}); }

// An event as in websocket.py; `at` is the place after the bytes that were read.
std::string line_of(event what, const websocket::reader& by, std::size_t at) {
    const std::string code = std::to_string(static_cast<unsigned>(by.status()));
    switch (what) {
    case event::message: return "message:" + text_of(by.payload());
    case event::ping: return "ping:" + text_of(by.payload());
    case event::pong: return "pong:" + text_of(by.payload());
    case event::close: {
        const std::span<char> all = by.payload();
        return "close:" + code + ":" + text_of(all.subspan(std::min<std::size_t>(2, all.size())));
    }
    case event::bad: return "bad:" + code + ":" + std::to_string(at);
    case event::more: break;
    }
    return "";
}

// SIDE LIMIT PIECE BYTES: the events until the connection ends. The bytes arrive in pieces.
std::string read_frames(std::string_view line) {
    const bool is_server = take_until(line, ' ') == "server";
    limits bounds;
    bounds.request_bytes_max = std::stoul(std::string(take_until(line, ' ')));
    const std::size_t piece = std::stoul(std::string(take_until(line, ' ')));
    const std::string bytes = from_hex(line);
    websocket::reader reader(bounds, is_server ? websocket::role::server : websocket::role::client);
    std::string kept, out;
    std::size_t removed = 0;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        kept += bytes.substr(at, piece);
        std::span<char> unread(kept);
        event what = reader.feed(unread);
        for (; what != event::more; what = reader.feed(unread)) {
            out += line_of(what, reader, removed + reader.used()) + ' ';
            if (what == event::close || what == event::bad) return out;
        }
        reader.compact(unread);
        removed += kept.size() - unread.size();
        kept.assign(unread.data(), unread.size());
    }
    return out;
}

// KIND:NUMBER:PAYLOAD...: the bytes of these frames. The number is the opcode of a header or of a
// control frame, the room that is reserved before a text, or the code of a close.
std::string write_frames(std::string_view line) {
    bytes out;
    while (!line.empty()) {
        std::string_view rest = take_until(line, ' ');
        const std::string_view kind = take_until(rest, ':');
        const unsigned long number = std::stoul(std::string(take_until(rest, ':')));
        const std::string payload = from_hex(rest);
        const auto code = static_cast<websocket::opcode>(number);
        if (kind == "header") {
            char header[websocket::header_bytes_max];
            out.append({header, websocket::write_header(header, code, payload.size())});
            out.append(payload);
        } else if (kind == "control") {
            websocket::append_control(out, code, payload);
        } else if (kind == "close") {
            websocket::append_close(out, static_cast<websocket::close_code>(number));
        } else {
            out.append(std::string(number, '?'));
            const std::size_t at = out.size();
            out.append(payload);
            if (websocket::put_header(out, at, number) == 0) throw std::bad_alloc();
        }
    }
    return hex(out.view());
}

// BYTES: the accept value and the selected subprotocol of a handshake, or why there are none.
std::string read_handshake(std::string_view line) {
    const std::string head = from_hex(line);
    const limits bounds;
    http::parser parser(bounds);
    if (parser.feed(head) != http::progress::done) return "refused request";
    const http::request& r = parser.message();
    if (r.verb != http::method::get) return "refused method";
    constexpr const char* whys[] = {"upgrade", "", "version", "handshake"};
    const websocket::opening asked = websocket::read_opening(r);
    if (asked.what != websocket::offer::accepted)
        return std::string("refused ") + whys[static_cast<int>(asked.what)];
    return "accepted " + websocket::accept_of(asked.key) + " " + std::string(asked.protocol);
}

}  // namespace

std::string answer_websocket(std::string_view line) {
    const std::string_view command = take_until(line, ' ');
    if (command == "read") return read_frames(line);
    if (command == "write") return write_frames(line);
    if (command == "open") return read_handshake(line);
    throw std::runtime_error("unknown command: " + std::string(command));
}

}  // namespace differential
