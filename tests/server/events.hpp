// A store that publishes, and the messages that its clients receive.
#pragma once

#include "websocket.hpp"

#include <callbox/event.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace published {

using namespace net_test;
using callbox::arg, callbox::event, callbox::method;
using made_up::batch, made_up::notified, made_up::sent;

struct change {
    std::string sku;
    std::int64_t count;
};
constexpr auto describe(callbox::as<change>) {
    return callbox::fields{callbox::field("sku", &change::sku),
                           callbox::field("count", &change::count)};
}

struct store {
    callbox::topic<change> changed;
    callbox::topic<std::string> said;
    callbox::topic<std::int64_t> state;
    callbox::topic<std::int64_t> kept;
    callbox::topic<double> ratio;
    int calls = 0;
    void receive(std::string sku, std::int64_t count) {
        changed.publish({std::move(sku), count});
    }
    std::int64_t count() { return ++calls; }
    // JSON has no number for null.
    void measure(std::optional<double> value) { ratio.publish(value.value_or(NAN)); }
};

inline bool concerns(const change& c, std::optional<std::string_view> sku) {
    if (sku == "broken") throw std::runtime_error("on purpose");
    return !sku || c.sku == *sku;
}
inline bool is_for(const std::string& text, const callbox::caller& who, std::string_view prefix) {
    return !who.peer.starts_with("9.") && text.starts_with(prefix);
}

inline constexpr callbox::api rows{
    callbox::thread_safe,
    method<"receive", &store::receive>("Items arrive.", "sku", "count"),
    method<"count", &store::count>("Counts its calls."),
    method<"measure", &store::measure>("Publishes a ratio.", "value"),
    event<"changed", &store::changed, concerns>("A count changed.", arg("sku", "only this")),
    event<"said", &store::said, is_for>("Something is said.", arg("prefix") = "",
                                        callbox::when_full::drop_oldest),
    event<"state", &store::state>("The state.", callbox::when_full::latest),
    event<"kept", &store::kept>("Numbers.", callbox::keeps(4)),
    event<"ratio", &store::ratio>("Ratios."),
};

inline std::string response(std::string_view result) {
    return R"({"jsonrpc":"2.0","result":)" + std::string(result) + R"(,"id":1})" + '\n';
}
inline std::string event_of(std::string_view name, std::string_view id, std::string_view rest) {
    return R"({"jsonrpc":"2.0","method":")" + std::string(name) +
           R"(","params":{"subscription":")" + std::string(id) + "\"," + std::string(rest) +
           "}}\n";
}
inline std::string change_of(std::string_view id, std::string_view sku, int count) {
    return event_of("changed", id, R"("result":{"sku":")" + std::string(sku) +
                                       R"(","count":)" + std::to_string(count) + '}');
}
inline std::string end_of(std::string_view name, std::string_view id, std::string_view reason,
                   int missed) {
    return event_of(name, id,
                    R"("error":{"code":-32006,"message":"Subscription ended","data":{"reason":")" +
                        std::string(reason) + R"(","missed":)" + std::to_string(missed) + "}}");
}

}  // namespace published
