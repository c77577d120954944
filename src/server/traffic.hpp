// Counters of connections and of the thread pool.
#pragma once

#include "events/hub.hpp"
#include "site/metrics.hpp"

namespace callbox::net {

// The phases of open connections, indexed like `phase`.
inline constexpr std::array<std::string_view, 10> phase_names{
    "idle",    "head",      "body",    "websocket", "message",
    "streaming", "writing", "lingering", "closing", "calling"};

// Each loop has its own and is its only writer.
struct loop_counters {
    observe::counter accepted;
    observe::counter dropped;   // of these, closed without a response
    observe::counter received;  // bytes
    observe::counter sent;
    std::array<observe::counter, phase_names.size()> in;  // connections now in each phase

    void add_to(site::metrics& shown) const;
};

// The codes with which WebSockets are closed; the last also stands for others.
inline constexpr std::array<std::string_view, 12> close_code_names{
    "1000", "1001", "1002", "1003", "1005", "1006", "1007", "1008", "1009", "1012", "1013",
    "other"};
inline constexpr std::array<std::string_view, 2> direction_names{"received", "sent"};

// Each loop has its own and is its only writer.
struct websocket_counters {
    enum direction : std::uint8_t { received, sent };

    observe::counter open;
    std::array<observe::counter, direction_names.size()> messages;  // text messages
    std::array<observe::counter, direction_names.size()> bytes;     // in these
    std::array<observe::counter, close_code_names.size()> closed;

    void close(unsigned code);
    void add_to(site::metrics& shown) const;
};

void add_to(site::metrics& shown, const events::event_counters& counts);

// Written by the thread pool under its lock.
struct pool_counters {
    observe::counter waiting;  // calls now waiting for a thread
    observe::counter running;  // calls now running
    observe::counter pending;  // calls that wait for their later<T>

    void add_to(site::metrics& shown) const;
};

}  // namespace callbox::net
