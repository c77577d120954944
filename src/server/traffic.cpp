// Input: counters of loops and of the pool. Output: their metric families.
#include "traffic.hpp"

namespace callbox::net {

void loop_counters::add_to(site::metrics& shown) const {
    shown.add({"callbox_connections", "gauge", "Open connections by phase.", "phase", phase_names},
              in.data());
    shown.add({"callbox_connections_accepted_total", "counter", "Accepted connections."},
              &accepted);
    shown.add({"callbox_connections_dropped_total", "counter",
               "Accepted connections closed without a response because there were too many."},
              &dropped);
    shown.add({"callbox_received_bytes_total", "counter", "Bytes received from clients."},
              &received);
    shown.add({"callbox_sent_bytes_total", "counter", "Bytes sent to clients."}, &sent);
}

void websocket_counters::close(unsigned code) {
    const auto at = std::ranges::find(close_code_names.begin(), close_code_names.end() - 1,
                                      std::string_view(digits(code)));
    closed[static_cast<std::size_t>(at - close_code_names.begin())].add();
    open.decrement();
}

void websocket_counters::add_to(site::metrics& shown) const {
    shown.add({"callbox_websockets", "gauge", "Open WebSocket connections."}, &open);
    shown.add({"callbox_websocket_messages_total", "counter", "WebSocket messages by direction.",
               "direction", direction_names},
              messages.data());
    shown.add({"callbox_websocket_message_bytes_total", "counter",
               "Bytes of WebSocket messages by direction.", "direction", direction_names},
              bytes.data());
    shown.add({"callbox_websockets_closed_total", "counter",
               "Closed WebSocket connections by status code.", "code", close_code_names},
              closed.data());
}

void add_to(site::metrics& shown, const events::event_counters& counts) {
    shown.add({"callbox_subscriptions", "gauge", "Subscriptions to events."},
              &counts.subscriptions);
    shown.add({"callbox_events_published_total", "counter",
               "Events published to topics with subscriptions."},
              &counts.published);
    shown.add({"callbox_events_sent_total", "counter", "Events sent to subscriptions."},
              &counts.sent);
    shown.add({"callbox_events_dropped_total", "counter",
               "Events not sent to a subscription because its client reads too slowly."},
              &counts.dropped);
    shown.add({"callbox_subscriptions_ended_total", "counter",
               "Subscriptions ended by the server, by reason.", "reason", events::end_reasons},
              counts.ended.data());
}

void pool_counters::add_to(site::metrics& shown) const {
    shown.add({"callbox_blocking_queue_length", "gauge", "Calls waiting for a thread."}, &waiting);
    shown.add({"callbox_blocking_threads_busy", "gauge", "Threads running a call."}, &running);
}

}  // namespace callbox::net
