// Messages for the measurements.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

inline std::string call_of(std::string_view method, std::string_view params,
                           std::string_view id = "1") {
    std::string text = R"({"jsonrpc":"2.0","method":")";
    return text.append(method).append(R"(","params":)").append(params).append(R"(,"id":)")
        .append(id).append("}");
}
inline std::string result_of(std::string_view value, std::string_view id = "1") {
    std::string text = R"({"jsonrpc":"2.0","result":)";
    return text.append(value).append(R"(,"id":)").append(id).append("}");
}
inline std::string batch_of(const std::string& one, std::size_t count) {
    std::string all = "[" + one;
    while (--count > 0) all += "," + one;
    return all + "]";
}

// The same request a hundred times, each with spaces in other places.
inline std::vector<std::string> spaced(const std::string& one) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < 100; ++i) {
        std::string text = one;
        text.insert(text.rfind(','), i % 10, ' ').insert(text.find(',') + 1, i / 10, ' ');
        all.push_back(std::move(text));
    }
    return all;
}

// A batch of calls whose first argument and id count from 1, and its response.
inline std::string counting_calls(int count) {
    std::string all;
    for (int i = 1; i <= count; ++i) {
        const std::string id = std::to_string(i);
        all += (i == 1 ? '[' : ',') + call_of("math.add", "[" + id + ",3]", id);
    }
    return all + "]";
}
inline std::string counting_results(int count) {
    std::string all;
    for (int i = 1; i <= count; ++i)
        all += (i == 1 ? '[' : ',') + result_of(std::to_string(i + 3), std::to_string(i));
    return all + "]";
}

// The request that opens a WebSocket.
inline constexpr std::string_view handshake =
    "GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

}  // namespace bench
