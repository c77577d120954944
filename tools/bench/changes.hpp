// The event of the measurements, and its bytes.
#pragma once

#include "../../tests/support/frames.hpp"
#include "calls.hpp"

#include <callbox/callbox.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace bench {

struct change {
    std::string sku;
    std::int64_t count;
};
constexpr auto describe(callbox::as<change>) {
    return callbox::fields{callbox::field{"sku", &change::sku},
                           callbox::field{"count", &change::count}};
}

inline callbox::topic<change> changes;
inline void publish_change() { changes.publish({"A-1001", 1'000'000}); }

// Subscribers that read too slowly lose the oldest events, which costs the server more than ending
// their subscriptions.
inline constexpr callbox::api changed{
    callbox::event<"changed", &changes>("A count changed.", callbox::when_full::drop_oldest)};

// How a subscriber receives events.
enum class transport { websocket, stream };

// One event.
inline std::string event_over(transport by) {
    const std::string text =
        R"({"jsonrpc":"2.0","method":"changed","params":{"subscription":"1","result":)"
        R"({"sku":"A-1001","count":1000000}}})";
    if (by == transport::websocket) return frames::frame(0x81, text, 0, "");
    const std::string data = "data: " + text + "\n\n";
    char size[8];
    std::snprintf(size, sizeof size, "%zx", data.size());
    return size + ("\r\n" + data) + "\r\n";
}

// The request for a stream of events, and the end of its response.
inline std::string stream_request() {
    const std::string body = call_of("changed", "[]");
    return "POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
           "Accept: text/event-stream\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
}
inline std::string stream_begun() { return result_of(R"("1")") + "\n\n\r\n"; }

}  // namespace bench
