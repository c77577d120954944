// One simulated client: what it sends and when, how it reads, how it leaves.
#pragma once

#include "kernel.hpp"
#include "plan.hpp"

#include <cstddef>
#include <cstdint>

namespace simulate {

inline constexpr micros asleep = INT64_MAX;  // until the server does something

struct client {
    enum class reading : std::uint8_t { eager, slow, never };
    // How it leaves when it has all its answers, or earlier.
    enum class leaving : std::uint8_t { closes, shuts, stays, resets };

    plan sends;
    link line;
    std::size_t listener = 0;
    std::size_t sent = 0;
    std::size_t answered = 0;      // by the server, as far as the kernel has it
    std::size_t leaves_after = 0;  // bytes sent when it leaves early; SIZE_MAX: it does not
    std::size_t piece_max = 0;
    micros pause = 0;              // between two pieces, at most
    bool one_by_one = false;       // waits for an answer before it sends on
    bool connected = false;
    bool done = false;
    reading reads = reading::eager;
    leaving leaves = leaving::closes;
    micros due = 0;

    // Does what is due; returns when to call it again.
    micros act(kernel& with);
    void leave(kernel& with, leaving how);
    // Whether it gets all that is sent to it, in the end.
    bool listens() const { return !line.gone && !line.reset && reads != reading::never; }

private:
    bool send_some(kernel& with);
};

client make_client(chance& luck, ledger& calls, const callbox::limits& bounds, int number,
                   std::size_t listeners, bool slow);

}  // namespace simulate
