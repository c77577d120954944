// A model of WebSocket frames (RFC 6455, 5) from a client, without code of callbox: the events of a
// whole stream.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct frame_event {
    enum class kind { message, ping, close } what;
    std::string payload;  // of a message or a ping
    unsigned code = 0;    // of the close frame that the server sends; 1005: without a code
};

// The length of the character at the start of the text; 0: none is, -1: it is incomplete.
inline int character(std::string_view text) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = at(0);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xc2 && first <= 0xdf ? 2
                           : first >= 0xe0 && first <= 0xef ? 3
                           : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
    for (std::size_t i = 1; i < size; ++i) {
        if (i == text.size()) return -1;
        const unsigned least = i > 1 ? 0x80 : first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        const unsigned most = i > 1 ? 0xbf : first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (at(i) < least || at(i) > most) return 0;
    }
    return static_cast<int>(size);
}

// Whether the text is UTF-8; unless it is whole, it may end within a character.
inline bool is_utf8(std::string_view text, bool is_whole) {
    while (!text.empty()) {
        const int size = character(text);
        if (size == 0 || (size < 0 && is_whole)) return false;
        if (size < 0) return true;
        text.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
}

// Ends with a close, unless more bytes are needed.
inline std::vector<frame_event> frame_events(std::string_view bytes, std::size_t message_max) {
    using kind = frame_event::kind;
    std::vector<frame_event> all;
    std::string message;
    bool is_open = false;  // a message is incomplete
    const auto ends = [&](unsigned code) {
        all.push_back({kind::close, "", code});
        return all;
    };
    while (!bytes.empty()) {
        const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
        const unsigned code = at(0) & 0x0f;
        const bool is_final = (at(0) & 0x80) != 0, is_control = code >= 8;
        const bool is_valid = (at(0) & 0x70) == 0 && (code <= 2 || (code >= 8 && code <= 10)) &&
                              (!is_control || is_final) && (is_control || is_open == (code == 0));
        if (!is_valid) return ends(1002);
        if (bytes.size() > 1 && (at(1) & 0x80) == 0) return ends(1002);
        if (bytes.size() > 1 && is_control && (at(1) & 0x7f) > 125) return ends(1002);
        if (code == 2) return ends(1003);
        if (bytes.size() < 2) return all;
        std::size_t head = 2;
        std::uint64_t length = at(1) & 0x7f;
        if (length > 125) {
            const std::size_t size = length == 126 ? 2 : 8;
            if (bytes.size() < head + size) return all;
            length = 0;
            for (std::size_t i = 0; i < size; ++i) length = length * 256 + at(head + i);
            head += size;
            if (length < 126 || (size == 8 && length < 65536) || length >> 63 != 0)
                return ends(1002);
        }
        if (!is_control && length > message_max - message.size()) return ends(1009);
        if (bytes.size() < head + 4) return all;
        const std::string_view key = bytes.substr(head, 4);
        std::string payload(bytes.substr(head + 4).substr(0, length));
        for (std::size_t i = 0; i < payload.size(); ++i)
            payload[i] = static_cast<char>(payload[i] ^ key[i % 4]);
        const bool is_complete = payload.size() == length;
        if (is_control && !is_complete) return all;
        bytes.remove_prefix(head + 4 + payload.size());
        if (code == 9) all.push_back({kind::ping, payload});
        if (code == 8) {
            if (payload.empty()) return ends(1005);
            if (payload.size() == 1) return ends(1002);
            const unsigned sent = static_cast<unsigned char>(payload[0]) * 256u +
                                  static_cast<unsigned char>(payload[1]);
            const bool may = (sent >= 1000 && sent <= 1003) || (sent >= 1007 && sent <= 1014) ||
                             (sent >= 3000 && sent <= 4999);
            return ends(!may ? 1002 : is_utf8(payload.substr(2), true) ? sent : 1007);
        }
        if (is_control) continue;
        message += payload;
        is_open = !(is_final && is_complete);
        if (!is_utf8(message, !is_open)) return ends(1007);
        if (!is_complete) return all;
        if (is_open) continue;
        all.push_back({kind::message, message});
        message.clear();
    }
    return all;
}

}  // namespace fuzz
