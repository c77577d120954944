// Input: counters of loops and of the pool. Output: their metric families.
#include "traffic.hpp"

namespace callbox::net {

using site::family;

namespace {

constexpr family connections{"callbox_connections", "gauge", "Open connections by phase.", "phase",
                             phase_names};
constexpr family accepted_total{"callbox_connections_accepted_total", "counter",
                                "Accepted connections."};
constexpr family dropped_total{
    "callbox_connections_dropped_total", "counter",
    "Accepted connections closed without a response because there were too many."};
constexpr family received_total{"callbox_received_bytes_total", "counter",
                                "Bytes received from clients."};
constexpr family sent_total{"callbox_sent_bytes_total", "counter", "Bytes sent to clients."};
constexpr family websockets_open{"callbox_websockets", "gauge", "Open WebSocket connections."};
constexpr family messages_total{"callbox_websocket_messages_total", "counter",
                                "WebSocket messages by direction.", "direction", direction_names};
constexpr family message_bytes_total{"callbox_websocket_message_bytes_total", "counter",
                                     "Bytes of WebSocket messages by direction.", "direction",
                                     direction_names};
constexpr family closed_total{"callbox_websockets_closed_total", "counter",
                              "Closed WebSocket connections by status code.", "code",
                              close_code_names};
constexpr family subscriptions{"callbox_subscriptions", "gauge", "Subscriptions to events."};
constexpr family events_published_total{"callbox_events_published_total", "counter",
                                        "Events published to topics with subscriptions."};
constexpr family events_sent_total{"callbox_events_sent_total", "counter",
                                   "Events sent to subscriptions."};
constexpr family events_dropped_total{
    "callbox_events_dropped_total", "counter",
    "Events not sent to a subscription because its client reads too slowly."};
constexpr family subscriptions_ended_total{"callbox_subscriptions_ended_total", "counter",
                                           "Subscriptions ended by the server, by reason.",
                                           "reason", events::end_reasons};
constexpr family queue_length{"callbox_blocking_queue_length", "gauge",
                              "Calls waiting for a thread."};
constexpr family threads_busy{"callbox_blocking_threads_busy", "gauge", "Threads running a call."};

}  // namespace

void loop_counters::add_to(site::metrics& shown) const {
    shown.add(connections, in.data());
    shown.add(accepted_total, &accepted);
    shown.add(dropped_total, &dropped);
    shown.add(received_total, &received);
    shown.add(sent_total, &sent);
}

void websocket_counters::close(unsigned code) {
    const auto at = std::ranges::find(close_code_names.begin(), close_code_names.end() - 1,
                                      std::string_view(digits(code)));
    closed[static_cast<std::size_t>(at - close_code_names.begin())].add();
    open.decrement();
}

void websocket_counters::add_to(site::metrics& shown) const {
    shown.add(websockets_open, &open);
    shown.add(messages_total, messages.data());
    shown.add(message_bytes_total, bytes.data());
    shown.add(closed_total, closed.data());
}

void add_to(site::metrics& shown, const events::event_counters& counts) {
    shown.add(subscriptions, &counts.subscriptions);
    shown.add(events_published_total, &counts.published);
    shown.add(events_sent_total, &counts.sent);
    shown.add(events_dropped_total, &counts.dropped);
    shown.add(subscriptions_ended_total, counts.ended.data());
}

void pool_counters::add_to(site::metrics& shown) const {
    shown.add(queue_length, &waiting);
    shown.add(threads_busy, &running);
}

}  // namespace callbox::net
