// The messages of a client as frames of a WebSocket.
#pragma once

#include "plan.hpp"

#include <string>
#include <vector>

namespace simulate {

struct message {
    std::string text;
    asked expected;  // its calls, and the response
};

// The handshake, and the messages in random fragments among pings. They may be followed by a close
// frame or a violation, and by messages that must not be read.
plan framed(chance& luck, ledger& calls, const callbox::limits& bounds,
            std::vector<message> messages);

}  // namespace simulate
