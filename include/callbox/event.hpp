// callbox/event.hpp - events in the table, next to the methods.
//
//     bool concerns(const change& c, std::optional<std::string_view> sku) {
//         return !sku || c.sku == *sku;
//     }
//
//     using callbox::event, callbox::arg;
//
//     constexpr callbox::api methods{
//         method<"stock.get", &store::get>("How many items are in stock.", "sku"),
//         event<"stock.changed", &store::changed, concerns>("A count changed.",
//             arg("sku", "only this item")),
//         event<"clock.tick", &ticks>("Sent every second."),  // a topic at namespace scope
//     };
//
// A client subscribes by calling the event by name, over a WebSocket, or by POST with
// `Accept: text/event-stream`. The type of the payload is the topic's (topic.hpp); the parameters
// of the call are those of the filter after the payload. Without a filter there are none. The
// subscription has its own copy of the arguments; a parameter of type std::string_view is kept as
// std::string.
//
// A filter is a plain function or a lambda without captures:
//     bool (const T& payload, [const caller& subscriber,] parameters...)
// It runs on the event loop, once for each event and subscriber, so it should be fast and must not
// wait. It returns whether the subscriber gets the event. If it throws, that subscription ends.
//
// The attributes of a method apply too: details, deprecated, fails, example and, with hooks.hpp,
// before and after, which see the call that subscribes. Events are not tools of AI clients.
#pragma once

#include <callbox/detail/event_row.hpp>

namespace callbox {

// The topic retains its last `count` events, and each event carries a number, `seq`. A client that
// returns passes the last one as `since` and gets the events after it first; if some are no longer
// retained, the call fails with -32007. `seq` never repeats, even after a restart; retained events
// do not survive one.
struct keeps {
    std::uint32_t count;
    consteval explicit keeps(std::uint32_t count_) : count(count_) {
        if (count_ < 1 || count_ > 65'536)
            table_error::an_event_must_keep_1_to_65536_events();
    }
};

// What happens to a subscription whose client reads too slowly: more than
// limits::subscription_bytes_max wait to be sent.
namespace when_full {
// It ends after the events that wait, with reason "overflow" and the number of those never sent.
// The default.
inline constexpr overflow_policy end = overflow_policy::end;
// The oldest events that wait are dropped. The next one carries their number, `missed`.
inline constexpr overflow_policy drop_oldest = overflow_policy::drop_oldest;
// Only the newest event waits: for state, of which only the last value counts. Also when there is
// room, and for retained events after `since`: those it replaces do not count as missed.
inline constexpr overflow_policy latest = overflow_policy::latest;
}  // namespace when_full

// One row: the event Name, of that topic. `doc` is a summary in one line; attributes as in
// method(), which names the parameters of the filter after its payload and caller.
template <fixed_string Name, auto Topic, auto Filter = detail::takes_all, class... A>
consteval auto event(const char* doc, A... attributes) {
    return detail::make_event<Name, Topic, Filter>(doc, attributes...);
}

}  // namespace callbox
