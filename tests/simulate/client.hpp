// A simulated client: what and when it sends, how it reads, how it leaves.
#pragma once

#include "kernel.hpp"
#include "plan.hpp"

#include <cstddef>
#include <cstdint>

namespace simulate {

inline constexpr micros asleep = INT64_MAX;  // until the server does something

struct client {
    enum class reading : std::uint8_t { eager, slow, never };
    // How it leaves once it has all responses, or earlier.
    enum class leaving : std::uint8_t { closes, shuts, stays, resets };

    plan sends;
    link line;
    std::size_t listener = 0;
    std::size_t sent = 0;
    std::size_t answered = 0;      // responses that the server has sent completely
    std::size_t leaves_after = 0;  // leaves early after so many bytes; SIZE_MAX: it does not
    std::size_t piece_max = 0;
    micros pause = 0;              // maximum between two pieces
    bool one_by_one = false;       // waits for each response before it sends the next request
    bool connected = false;
    bool done = false;
    reading reads = reading::eager;
    leaving leaves = leaving::closes;
    micros due = 0;
    micros stays_until = 0;        // to receive events

    // Performs the actions that are due. Returns when to call it again.
    micros act(kernel& with);
    void leave(kernel& with, leaving mode);
    // Whether it eventually receives everything sent to it.
    bool listens() const { return !line.has_left && !line.reset && reads != reading::never; }

private:
    bool send_some(kernel& with);
};

// Any but crowd.
manner random_manner(chance& luck);
client make_client(chance& luck, ledger& calls, const callbox::limits& bounds, int number,
                   std::size_t listeners, bool slow, manner mode);

}  // namespace simulate
