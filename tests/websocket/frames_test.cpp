// Frames from a client and from a server: messages and control frames come out; everything else is
// refused, wherever the input is cut.
#include "support/frames.hpp"
#include "support/guard.hpp"
#include "support/shown.hpp"
#include "websocket/frames.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace frames_test { namespace {

using callbox::limits;
using callbox::websocket::close_code;
using callbox::websocket::opcode;
using callbox::websocket::reader;
using callbox::websocket::role;
using event = callbox::websocket::reader::event;
using frames::frame, frames::text;
using namespace std::string_view_literals;

struct seen {
    event what;
    std::string payload = {};
    close_code status = close_code::normal;
    bool operator==(const seen&) const = default;
};

// Feeds `input` in pieces of `step` bytes, each before a guard page, as a connection does: it keeps
// what compact() leaves. `is_lazy`: compacts only where more bytes are needed.
std::vector<seen> read_cut(std::string_view input, std::size_t step, const limits& bounds,
                           role side, bool is_lazy = false) {
    reader r(bounds, side);
    std::vector<seen> out;
    std::string kept;
    for (std::size_t at = 0; at < input.size(); at += step) {
        kept += input.substr(at, step);
        for (event what = event::message; what != event::more;) {
            const callbox::support::guarded piece(kept);
            std::span<char> left = piece.span();
            do {
                what = r.feed(left);
                if (what == event::more) break;
                out.push_back({what, {r.payload().begin(), r.payload().end()},
                               what == event::close || what == event::bad ? r.status()
                                                                          : close_code::normal});
                if (what == event::bad) return out;
            } while (is_lazy);
            r.compact(left);
            kept.assign(left.begin(), left.end());
        }
    }
    return out;
}

// Whole, byte by byte, and in steps between.
std::vector<seen> read(std::string_view input, const limits& bounds = {},
                       role side = role::server) {
    const std::size_t size = std::max<std::size_t>(1, input.size());
    const std::vector<seen> whole = read_cut(input, size, bounds, side);
    for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7},
                                   std::size_t{16}, std::size_t{61}, size})
        for (const bool is_lazy : {false, true})
            cr_expect(read_cut(input, step, bounds, side, is_lazy) == whole, "%s in steps of %zu",
                      support::shown(input).c_str(), step);
    return whole;
}

void expect(std::string_view input, const std::vector<seen>& wanted, const limits& bounds = {}) {
    const std::vector<seen> got = read(input, bounds);
    cr_expect(got == wanted, "%s: %zu events, wanted %zu", support::shown(input).c_str(),
              got.size(), wanted.size());
}

Test(websocket_frames, messages_come_out_unmasked) {
    expect(text("Hello"), {{event::message, "Hello"}});
    expect(text(""), {{event::message, ""}});
    expect(text("{}") + text("[]"), {{event::message, "{}"}, {event::message, "[]"}});
    for (const std::size_t size : {124u, 125u, 126u, 127u, 1000u, 65535u, 65536u, 70000u}) {
        std::string long_text(size, 'x');
        for (std::size_t i = 0; i < size; ++i) long_text[i] = static_cast<char>('a' + i % 26);
        const std::vector<seen> wanted{{event::message, long_text}};
        cr_expect(read_cut(text(long_text), size + 14, {}, role::server) == wanted);
        cr_expect(read_cut(text(long_text), 1000, {}, role::server) == wanted);
    }
}

Test(websocket_frames, fragments_are_one_message_with_control_frames_between) {
    expect(frame(0x01, "Hel") + frame(0x89, "ping") + frame(0x00, "") + frame(0x8a, "") +
               frame(0x80, "lo") + text("next"),
           {{event::ping, "ping"}, {event::pong, ""}, {event::message, "Hello"},
            {event::message, "next"}});
    expect(frame(0x01, "") + frame(0x80, ""), {{event::message, ""}});
    // A character may be cut by a fragment, anywhere.
    constexpr std::string_view smile = "\xf0\x9f\x98\x80";
    for (std::size_t at = 0; at <= smile.size(); ++at)
        expect(frame(0x01, smile.substr(0, at)) + frame(0x80, smile.substr(at)),
               {{event::message, std::string(smile)}});
}

Test(websocket_frames, ascii_does_not_complete_a_character_of_another_fragment) {
    for (const std::string_view rest : {"("sv, "(a text of more than sixteen bytes)"sv})
        expect(frame(0x01, "\xc3") + frame(0x80, rest),
               {{event::bad, "", close_code::invalid_text}});
}

Test(websocket_frames, text_must_be_utf8) {
    for (const std::string_view bad :
         {"\xff"sv, "\xc0\x80"sv, "\xed\xa0\x80"sv, "\xf4\x90\x80\x80"sv, "\xe2\x82"sv,
          "abc\x80"sv, "\xc3("sv}) {
        expect(text(bad), {{event::bad, "", close_code::invalid_text}});
        expect(frame(0x01, bad) + frame(0x80, ""), {{event::bad, "", close_code::invalid_text}});
    }
    // An invalid sequence is refused before the message is complete.
    for (const std::string_view bad :
         {"\xc0"sv, "\xed\xa0"sv, "\xf4\x90"sv, "\xf5"sv, "\xe0\x80"sv}) {
        const std::vector<seen> got = read(frame(0x01, bad));
        cr_expect(got.size() == 1 && got[0].what == event::bad, "%s", support::shown(bad).c_str());
    }
    for (const std::string_view start :
         {"\xc2"sv, "\xe0"sv, "\xe0\xa0"sv, "\xed\x9f"sv, "\xf0\x90"sv, "\xf4\x8f\xbf"sv})
        cr_expect(read(frame(0x01, start)).empty(), "%s", support::shown(start).c_str());
}

Test(websocket_frames, what_the_protocol_forbids_is_refused_at_its_first_byte) {
    const struct {
        std::string input;
        close_code status;
    } rows[] = {
        {"\xc1", close_code::protocol_error},             // RSV1
        {"\xa1", close_code::protocol_error},             // RSV2
        {"\x91", close_code::protocol_error},             // RSV3
        {"\x83", close_code::protocol_error},             // reserved opcodes
        {"\x87", close_code::protocol_error},
        {"\x8b", close_code::protocol_error},
        {"\x8f", close_code::protocol_error},
        {"\x80", close_code::protocol_error},             // nothing to continue
        {"\x09", close_code::protocol_error},             // a fragmented ping
        {"\x82", close_code::unsupported_data},           // binary
        {"\x02", close_code::unsupported_data},
        {frame(0x81, "x", 0, ""), close_code::protocol_error},  // not masked
        {frame(0x89, std::string(126, 'x')), close_code::protocol_error},
        {frame(0x81, "x", 2), close_code::protocol_error},      // a length that is too long
        {frame(0x81, "x", 8), close_code::protocol_error},
        {frame(0x81, std::string(126, 'x'), 8), close_code::protocol_error},
        {std::string("\x81\xff\x80\x00\x00\x00\x00\x00\x00\x00"sv), close_code::protocol_error},
        {frame(0x01, "a") + "\x81", close_code::protocol_error},  // a message within another
    };
    for (const auto& [input, status] : rows) expect(input, {{event::bad, "", status}});
}

Test(websocket_frames, a_long_message_is_refused_when_it_is_announced) {
    limits bounds;
    bounds.request_bytes_max = 1000;
    const std::vector<seen> too_big{{event::bad, "", close_code::too_big}};
    expect(text(std::string(1000, 'x')), {{event::message, std::string(1000, 'x')}}, bounds);
    expect(text(std::string(1001, 'x')).substr(0, 4), too_big, bounds);
    expect(frame(0x01, std::string(600, 'x')) + frame(0x80, std::string(401, 'x')).substr(0, 4),
           too_big, bounds);
    expect("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", too_big, bounds);
}

Test(websocket_frames, a_close_has_a_code_and_a_reason) {
    using frames::close;
    expect(frame(0x88, ""), {{event::close, "", close_code::no_status}});
    expect(frame(0x88, "x"), {{event::bad, "x", close_code::protocol_error}});
    for (const unsigned code : {1000u, 1001u, 1003u, 1007u, 1011u, 1014u, 3000u, 4999u}) {
        const std::vector<seen> got = read(close(code, "bye"));
        cr_expect(got.size() == 1 && got[0].what == event::close &&
                      got[0].status == static_cast<close_code>(code), "%u", code);
    }
    for (const unsigned code :
         {0u, 999u, 1004u, 1005u, 1006u, 1015u, 1016u, 2999u, 5000u, 65535u}) {
        const std::vector<seen> got = read(close(code));
        cr_expect(got.size() == 1 && got[0].what == event::bad &&
                      got[0].status == close_code::protocol_error, "%u", code);
    }
    const std::vector<seen> got = read(close(1000, "\xff"));
    cr_expect(got.size() == 1 && got[0].status == close_code::invalid_text);
}

Test(websocket_frames, a_client_requires_frames_without_a_mask) {
    const std::vector<seen> wanted{{event::message, "Hello"}};
    cr_expect(read(frame(0x81, "Hello", 0, ""), {}, role::client) == wanted);
    const std::vector<seen> got = read(text("Hello"), {}, role::client);
    cr_expect(got.size() == 1 && got[0].what == event::bad);
}

Test(websocket_frames, headers_have_the_shortest_length) {
    for (const std::uint64_t size :
         {0ull, 1ull, 125ull, 126ull, 0xffffull, 0x10000ull, 1ull << 40}) {
        char to[callbox::websocket::header_bytes_max];
        const std::size_t bytes = callbox::websocket::write_header(to, opcode::text, size);
        cr_expect(bytes == (size < 126 ? 2u : size < 0x10000 ? 4u : 10u));
        cr_expect(to[0] == '\x81');
        std::uint64_t read_size = static_cast<unsigned char>(to[1]);
        if (bytes > 2) read_size = 0;
        for (std::size_t i = 2; i < bytes; ++i)
            read_size = read_size << 8 | static_cast<unsigned char>(to[i]);
        cr_expect(read_size == size);
    }
}

Test(websocket_frames, a_header_is_put_before_its_payload) {
    for (const std::size_t size : {0u, 125u, 126u, 65535u, 65536u})
        for (const std::size_t room : {0u, 2u, 4u, 10u}) {
            callbox::bytes out;
            out.append("before");
            out.append(std::string(room, '?'));
            out.append(std::string(size, 'x'));
            const std::size_t header = callbox::websocket::put_header(out, 6 + room, room);
            const std::vector<seen> wanted{{event::message, std::string(size, 'x')}};
            cr_expect(header == (size < 126 ? 2u : size < 0x10000 ? 4u : 10u));
            cr_expect(out.view().starts_with("before") && out.size() == 6 + header + size);
            cr_expect(read_cut(out.view().substr(6), size + 10, {}, role::client) == wanted);
        }
    callbox::bytes full(8);
    full.append("12345678");
    cr_expect(callbox::websocket::put_header(full, 0, 0) == 0 && full.overflowed());
}

Test(websocket_frames, control_frames_are_whole) {
    callbox::bytes out;
    callbox::websocket::append_control(out, opcode::pong, "Hello");
    callbox::websocket::append_close(out, close_code::going_away);
    callbox::websocket::append_close(out, close_code::no_status);
    cr_expect(out.view() == "\x8a\x05Hello\x88\x02\x03\xe9\x88\x00"sv);
}

Test(websocket_frames, a_mask_continues_where_it_ended) {
    std::string text(100, '\0');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 7);
    const std::array<char, 4> key{'\x01', '\x7f', '\x80', '\xfe'};
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        std::string masked = text;
        auto next = std::bit_cast<std::uint32_t>(key);
        callbox::websocket::mask({masked.data(), cut}, next);
        callbox::websocket::mask({masked.data() + cut, masked.size() - cut}, next);
        for (std::size_t i = 0; i < text.size(); ++i)
            cr_assert(masked[i] == static_cast<char>(text[i] ^ key[i % 4]), "%zu at %zu", cut, i);
    }
}

}}  // namespace frames_test
