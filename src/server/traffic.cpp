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

void pool_counters::add_to(site::metrics& shown) const {
    shown.add(queue_length, &waiting);
    shown.add(threads_busy, &running);
}

}  // namespace callbox::net
