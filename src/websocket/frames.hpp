// WebSocket frames (RFC 6455, 5.2): messages and control frames are read in place, headers are
// written. No I/O, no allocation, resumable at any byte.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/limits.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace callbox::websocket {

enum class opcode : std::uint8_t { continuation, text, binary, close = 8, ping, pong };

// The status codes of a close frame that callbox sends.                       RFC 6455, 7.4.1
enum class close_code : std::uint16_t {
    normal = 1000,
    going_away = 1001,
    protocol_error = 1002,
    unsupported_data = 1003,
    no_status = 1005,  // of a close frame without one; never sent
    abnormal = 1006,   // without a close frame; never sent
    invalid_text = 1007,
    policy_violation = 1008,
    too_big = 1009,
    service_restart = 1012,
    try_again_later = 1013,
};

// The side that reads: a server requires masked frames, a client unmasked ones.  RFC 6455, 5.1
enum class role : std::uint8_t { server, client };

// Reads the frames from one peer. feed() takes the bytes that were received and returns at the
// first event; the next feed() resumes after it.
//     more     needs more bytes
//     message  a complete text message, valid UTF-8: see payload()
//     ping, pong, close   a control frame: see payload(); status() is the code of a close
//     bad      status() and reason(): no more may be read from this peer
// A header is checked before its payload arrives: a message announced as longer
// than request_bytes_max (at most 2 GiB) is `bad` with too_big. The data of an incomplete message
// is moved to the front of the bytes, which compact() keeps.
class reader {
public:
    enum class event : std::uint8_t { more, message, ping, pong, close, bad };

    explicit reader(const limits& bounds, role side = role::server)
        : message_bytes_max_(static_cast<std::uint32_t>(
              std::min<std::size_t>(bounds.request_bytes_max, INT32_MAX))),
          side_(side) {}

    // `bytes`: the bytes left by compact(), followed by new ones. After any
    // other event than `more`, they may also be those of the last feed(), unchanged.
    event feed(std::span<char> bytes);
    // Removes the bytes that were read, except the data of an incomplete message.
    void compact(std::span<char>& bytes);

    // Whether a part of a message was read; its rest may be in further frames.
    bool is_in_message() const { return in_message_; }
    // The number of bytes that the last feed() has read.
    std::size_t used() const { return used_; }
    // Of the last event, in the bytes of its feed().
    std::span<char> payload() const { return payload_; }
    close_code status() const { return status_; }
    const char* reason() const { return reason_; }  // a string literal, one clause

private:
    struct header {
        std::uint64_t length = 0;
        std::uint32_t key = 0;
        std::uint8_t size = 0;  // 0: incomplete
        opcode code = opcode::text;
        bool is_final = false;
    };

    event read_header(std::string_view bytes, header& out);
    event check_start(unsigned first, unsigned second);
    event begin(std::span<char> bytes, const header& frame);
    [[gnu::cold]] event close(std::string_view payload);
    event take_data(std::span<char> bytes);
    event finish_frame(std::span<char> message);
    event check_text(std::span<char> message, bool is_complete);
    [[gnu::cold]] event refuse(close_code status, const char* reason);

    std::span<char> payload_;
    const char* reason_ = "";
    std::uint32_t message_bytes_max_;
    std::uint32_t missing_ = 0;  // bytes of the payload of the current data frame
    std::uint32_t held_ = 0;     // bytes of the incomplete message, at the front
    std::uint32_t used_ = 0;     // the next byte to read
    std::uint32_t checked_ = 0;  // of the held bytes, valid UTF-8
    std::uint32_t key_ = 0;      // of the current frame, for its next byte
    close_code status_ = close_code::normal;
    role side_;
    bool in_message_ = false;  // a fragment was read, and not the last one
    bool in_frame_ = false;    // within the payload of a data frame
    bool is_last_ = false;     // this frame ends the message
};

static_assert(sizeof(reader) <= 56, "each WebSocket has one");

// The longest header, of a client.
inline constexpr std::size_t header_bytes_max = 14;

// Writes the header of an unmasked frame with FIN at `to`, at most 10 bytes. Returns its size.
std::size_t write_header(char* to, opcode code, std::uint64_t payload_bytes);

// Makes a text frame of the payload in `out` from `payload_at` on, with the header before it, where
// `room` bytes are reserved. Moves the payload unless the header exactly fills the room. Returns
// the size of the header; 0 if memory has run out: `out` has then overflowed.
[[nodiscard]] std::size_t put_header(bytes& out, std::size_t payload_at, std::size_t room);

// Appends a whole control frame. Requires: at most 125 bytes.
[[gnu::cold]] void append_control(bytes& out, opcode code, std::string_view payload);
// Appends a close frame with that code; without one for no_status.
[[gnu::cold]] void append_close(bytes& out, close_code code);

// Masks or unmasks: the n-th byte by the n-th byte of the key `next`, which repeats and becomes the
// key for the byte after them. Returns whether the bytes are then ASCII.          RFC 6455, 5.3
bool mask(std::span<char> bytes, std::uint32_t& next);

}  // namespace callbox::websocket
