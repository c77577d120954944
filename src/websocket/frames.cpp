// Reads and writes WebSocket frames. The connection answers messages and control frames.
#include "frames.hpp"

#include "base/block.hpp"
#include "base/utf8.hpp"

namespace callbox::websocket {

namespace {

constexpr std::size_t control_bytes_max = 125;  // RFC 6455, 5.5
constexpr unsigned final_bit = 0x80;
constexpr unsigned reserved_bits = 0x70;
constexpr unsigned mask_bit = 0x80;

unsigned byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i) number = number << 8 | byte_at(bytes, at + i);
    return number;
}

bool is_control(opcode code) { return code >= opcode::close; }

// The end of the valid UTF-8 at the start of `text`.
std::size_t valid_until(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    constexpr block high = block{} + 0x80;
    while (at != end) {
        while (end - at >= 16 && is_zero(block_at(at) & high)) at += 16;
        if (end - at < 16 && text.size() >= 16 && is_zero(block_at(end - 16) & high))
            return text.size();
        while (at != end && static_cast<signed char>(*at) >= 0) ++at;
        const char* const run = at;
        at = utf8::end_of_run(at, end);
        if (at == run) break;
    }
    return static_cast<std::size_t>(at - text.data());
}

// Whether `text` is the beginning of a character. The second byte of a character has at most three
// ranges, which depend on the first one.                                          RFC 3629, 4
[[gnu::cold]] bool begins_character(std::string_view text) {
    if (text.size() > 3) return false;
    for (const char second : {'\x80', '\x90', '\xa0'}) {
        std::array<char, 4> whole{text[0], second, '\x80', '\x80'};
        std::ranges::copy(text, whole.begin());
        for (std::size_t size = text.size() + 1; size <= whole.size(); ++size)
            if (valid_until({whole.data(), size}) == size) return true;
    }
    return false;
}

block repeated(std::uint32_t key) {
    using words [[gnu::vector_size(sizeof(block))]] = std::uint32_t;
    return std::bit_cast<block>(words{} + key);
}

// The shortest form of the length.                                              RFC 6455, 5.2
std::size_t length_bytes_of(std::uint64_t payload_bytes) {
    return payload_bytes > 0xffff ? 8 : payload_bytes > control_bytes_max ? 2 : 0;
}

// Codes that an endpoint may send: those of the RFC and its registry, and those of applications.
//                                                                        RFC 6455, 7.4.1, 7.4.2
bool may_be_sent(unsigned code) {
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

}  // namespace

// Also checks for ASCII: a check that reads the bytes right after they were written would wait.
bool mask(std::span<char> bytes, std::uint32_t& next) {
    const std::uint32_t key = next;
    const int bits = static_cast<int>(bytes.size() % sizeof key * 8);
    next = std::endian::native == std::endian::little ? std::rotr(key, bits) : std::rotl(key, bits);
    char* at = bytes.data();
    char* const end = at + bytes.size();
    if (bytes.size() < sizeof(block)) {
        const auto each = std::bit_cast<std::array<char, 4>>(key);
        unsigned char any = 0;
        for (std::size_t i = 0; at != end; ++i, ++at) {
            *at = static_cast<char>(*at ^ each[i % each.size()]);
            any |= static_cast<unsigned char>(*at);
        }
        return any < 0x80;
    }
    const auto put = [](char* to, block all) { std::memcpy(to, &all, sizeof all); };
    // Blocks from the front, and one at the end, which is read before they overlap it.
    char* const last = end - sizeof(block);
    const block ending = block_at(last) ^ repeated(next);
    block any = ending;
    for (; at < last; at += sizeof(block)) {
        const block masked = block_at(at) ^ repeated(key);
        any |= masked;
        put(at, masked);
    }
    put(last, ending);
    return is_zero(any & (block{} + 0x80));
}

reader::event reader::feed(std::span<char> bytes) {
    assert(bytes.size() >= used_ && used_ >= held_);
    payload_ = {};
    while (true) {
        if (in_frame_) {
            const event what = take_data(bytes);
            if (what != event::more || in_frame_) return what;
        }
        header frame;
        const std::string_view rest(bytes.data() + used_, bytes.size() - used_);
        if (read_header(rest, frame) == event::bad) return event::bad;
        if (frame.size == 0) return event::more;
        if (is_control(frame.code) && rest.size() - frame.size < frame.length) return event::more;
        used_ += frame.size;
        const event what = begin(bytes, frame);
        if (what != event::more) return what;
    }
}

void reader::compact(std::span<char>& bytes) {
    const std::span<char> rest = bytes.subspan(used_);
    if (held_ == 0) {
        bytes = rest;
    } else {
        if (held_ != used_) std::memmove(bytes.data() + held_, rest.data(), rest.size());
        bytes = bytes.first(held_ + rest.size());
    }
    used_ = held_;
}

// frame = frame-fin frame-rsv1 frame-rsv2 frame-rsv3 frame-opcode frame-masked
//         frame-payload-length [ frame-masking-key ] frame-payload-data              RFC 6455, 5.2
// Returns bad if it is refused, perhaps before the header is complete; else more.
inline reader::event reader::read_header(std::string_view bytes, header& out) {
    if (bytes.empty()) return event::more;
    const unsigned first = byte_at(bytes, 0);
    const unsigned second =
        bytes.size() > 1 ? byte_at(bytes, 1) : side_ == role::server ? mask_bit : 0;
    if (check_start(first, second) == event::bad) return event::bad;
    if (bytes.size() < 2) return event::more;
    const unsigned small = second & ~mask_bit;
    const std::size_t length_bytes = small == 126 ? 2 : small == 127 ? 8 : 0;
    const std::size_t key_bytes = (second & mask_bit) != 0 ? 4 : 0;
    if (bytes.size() < 2 + length_bytes) return event::more;
    out.code = static_cast<opcode>(first & 0x0f);
    out.is_final = (first & final_bit) != 0;
    out.length = length_bytes == 0 ? small : number_at(bytes, 2, length_bytes);
    const std::uint64_t least = length_bytes == 0 ? 0 : length_bytes == 2 ? 126 : 0x10000;
    if (out.length < least || out.length > INT64_MAX)
        return refuse(close_code::protocol_error, "invalid frame length");
    if (!is_control(out.code) && out.length > message_bytes_max_ - held_)
        return refuse(close_code::too_big, "a message is longer than request_bytes_max");
    if (bytes.size() < 2 + length_bytes + key_bytes) return event::more;
    if (key_bytes != 0) std::memcpy(&out.key, bytes.data() + 2 + length_bytes, sizeof out.key);
    out.size = static_cast<std::uint8_t>(2 + length_bytes + key_bytes);
    return event::more;
}

// Checks the first two bytes of a frame; the second is a valid one if it was not received yet.
inline reader::event reader::check_start(unsigned first, unsigned second) {
    const auto fail = [&](const char* reason) {
        return refuse(close_code::protocol_error, reason);
    };
    if ((first & reserved_bits) != 0) return fail("a reserved bit of a frame is set");
    const auto code = static_cast<opcode>(first & 0x0f);
    const bool is_masked = (second & mask_bit) != 0;
    if (is_masked != (side_ == role::server))
        return fail(is_masked ? "a frame is masked" : "a frame is not masked");
    if (is_control(code)) {
        if (code > opcode::pong) return fail("the opcode of a frame is reserved");
        if ((first & final_bit) == 0) return fail("a control frame is fragmented");
        if ((second & ~mask_bit) > control_bytes_max) return fail("a control frame is too long");
        return event::more;
    }
    if (code > opcode::binary) return fail("the opcode of a frame is reserved");
    if (in_message_ != (code == opcode::continuation))
        return fail(in_message_ ? "a message begins within another one"
                                : "a continuation frame without a message");
    if (code != opcode::binary) return event::more;
    return refuse(close_code::unsupported_data, "a message is binary");
}

// The frame's header has been read; a control frame is complete.
inline reader::event reader::begin(std::span<char> bytes, const header& frame) {
    key_ = frame.key;
    if (is_control(frame.code)) {
        payload_ = bytes.subspan(used_, static_cast<std::size_t>(frame.length));
        (void)mask(payload_, key_);
        used_ += static_cast<std::uint32_t>(payload_.size());
        if (frame.code == opcode::close) return close({payload_.data(), payload_.size()});
        return frame.code == opcode::ping ? event::ping : event::pong;
    }
    in_frame_ = in_message_ = true;
    is_last_ = frame.is_final;
    missing_ = static_cast<std::uint32_t>(frame.length);
    return event::more;
}

// The payload of a close frame: empty, or a code of two bytes and a reason in UTF-8.
//                                                                                RFC 6455, 5.5.1
reader::event reader::close(std::string_view payload) {
    status_ = close_code::no_status;
    if (payload.empty()) return event::close;
    if (payload.size() == 1) return refuse(close_code::protocol_error, "truncated close code");
    const auto code = static_cast<unsigned>(number_at(payload, 0, 2));
    if (!may_be_sent(code)) return refuse(close_code::protocol_error, "an invalid close code");
    const std::string_view why = payload.substr(2);
    if (valid_until(why) != why.size())
        return refuse(close_code::invalid_text, "the close reason is not UTF-8");
    status_ = static_cast<close_code>(code);
    return event::close;
}

// Unmasks the bytes of the current data frame received so far. A message in one frame that is
// complete stays in its place; any other part of a message moves after the held bytes.
inline reader::event reader::take_data(std::span<char> bytes) {
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(missing_, bytes.size() - used_));
    const std::span<char> data = bytes.subspan(used_, count);
    if (mask(data, key_) && checked_ == held_) checked_ += count;
    used_ += count;
    missing_ -= count;
    if (missing_ == 0 && is_last_ && held_ == 0) return finish_frame(data);
    if (count != 0 && held_ != used_ - count)
        std::memmove(bytes.data() + held_, data.data(), count);
    held_ += count;
    const std::span<char> message = bytes.first(held_);
    if (missing_ == 0) return finish_frame(message);
    return check_text(message, false);
}

// The payload of the frame is complete; `message` is all of the message so far.
inline reader::event reader::finish_frame(std::span<char> message) {
    in_frame_ = false;
    if (check_text(message, is_last_) == event::bad) return event::bad;
    if (!is_last_) return event::more;
    in_message_ = false;
    held_ = checked_ = 0;
    payload_ = message;
    return event::message;
}

// Checks the remaining bytes. The end of an incomplete message may be within a character.
inline reader::event reader::check_text(std::span<char> message, bool is_complete) {
    const std::string_view text(message.data(), message.size());
    checked_ += static_cast<std::uint32_t>(valid_until(text.substr(checked_)));
    const std::string_view rest = text.substr(checked_);
    if (rest.empty() || (!is_complete && begins_character(rest))) return event::more;
    return refuse(close_code::invalid_text, "a message is not UTF-8");
}

reader::event reader::refuse(close_code status, const char* reason) {
    status_ = status;
    reason_ = reason;
    return event::bad;
}

std::size_t write_header(char* to, opcode code, std::uint64_t payload_bytes) {
    const std::size_t length_bytes = length_bytes_of(payload_bytes);
    to[0] = static_cast<char>(final_bit | static_cast<unsigned>(code));
    to[1] = static_cast<char>(length_bytes == 8 ? 127 : length_bytes == 2 ? 126 : payload_bytes);
    for (std::size_t i = length_bytes; i != 0; --i, payload_bytes >>= 8)
        to[1 + i] = static_cast<char>(payload_bytes);
    return 2 + length_bytes;
}

std::size_t put_header(bytes& out, std::size_t payload_at, std::size_t room) {
    assert(room <= payload_at && payload_at <= out.size());
    const std::size_t size = out.size() - payload_at;
    const std::size_t length = 2 + length_bytes_of(size);
    if (out.overflowed() || (length > room && out.room(length - room) == nullptr)) return 0;
    char* const to = out.data() + payload_at - room;
    if (length != room) std::memmove(to + length, to + room, size);
    if (length > room) out.commit(length - room);
    else if (length < room) out.truncate(payload_at - room + length + size);
    return write_header(to, opcode::text, size);
}

void append_control(bytes& out, opcode code, std::string_view payload) {
    assert(is_control(code) && payload.size() <= control_bytes_max);
    char header[header_bytes_max];
    out.append({header, write_header(header, code, payload.size())});
    out.append(payload);
}

void append_close(bytes& out, close_code code) {
    const auto number = static_cast<unsigned>(code);
    const char both[] = {static_cast<char>(number >> 8), static_cast<char>(number)};
    append_control(out, opcode::close, {both, code == close_code::no_status ? 0 : sizeof both});
}

}  // namespace callbox::websocket
