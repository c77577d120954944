// WebSocket frames of a client: RFC 6455, 5.2.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace frames {

inline constexpr std::string_view some_key{"\x37\xfa\x21\x3d", 4};

// `first` is the first byte; `length_bytes` the size of the extended length, 0: the shortest form.
// Not masked if the key is empty.
inline std::string frame(unsigned first, std::string_view payload, std::size_t length_bytes = 0,
                         std::string_view key = some_key) {
    std::string out(1, static_cast<char>(first));
    if (length_bytes == 0 && payload.size() > 125) length_bytes = payload.size() > 0xffff ? 8 : 2;
    const unsigned small = length_bytes == 0 ? static_cast<unsigned>(payload.size())
                                             : length_bytes == 2 ? 126 : 127;
    out += static_cast<char>(small | (key.empty() ? 0u : 0x80u));
    for (std::size_t i = length_bytes; i-- > 0;)
        out += static_cast<char>(payload.size() >> i * 8);
    out += key;
    const std::size_t at = out.size();
    out += payload;
    if (key.empty()) return out;
    const char* const mask = key.data();
    char* const masked = out.data() + at;
    for (std::size_t i = 0; i < payload.size(); ++i) masked[i] ^= mask[i % 4];
    return out;
}
inline std::string text(std::string_view payload) { return frame(0x81, payload); }
inline std::string ping(std::string_view payload = "") { return frame(0x89, payload); }
inline std::string pong(std::string_view payload = "") { return frame(0x8a, payload); }
inline std::string close(unsigned code, std::string_view reason = "") {
    return frame(0x88, std::string{static_cast<char>(code >> 8), static_cast<char>(code)} +
                           std::string(reason));
}

}  // namespace frames
