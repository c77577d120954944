// Counters of connections and of the thread pool.
#pragma once

#include "observe/counter.hpp"
#include "site/metrics.hpp"

#include <array>
#include <string_view>

namespace callbox::net {

// The phases of open connections, indexed like `phase`.
inline constexpr std::array<std::string_view, 6> phase_names{"idle",    "head",      "body",
                                                             "writing", "lingering", "calling"};

// Each loop has its own and is its only writer.
struct loop_counters {
    observe::counter accepted;
    observe::counter dropped;   // of these, closed without a response
    observe::counter received;  // bytes
    observe::counter sent;
    std::array<observe::counter, phase_names.size()> in;  // connections now in each phase

    void add_to(site::metrics& shown) const;
};

// Written by the thread pool under its lock.
struct pool_counters {
    observe::counter waiting;  // calls now waiting for a thread
    observe::counter running;  // calls now running

    void add_to(site::metrics& shown) const;
};

}  // namespace callbox::net
