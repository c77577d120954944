// The requests of a client and the expected responses.
#pragma once

#include "chance.hpp"

#include <callbox/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulate {

// One call. Its token, unique in a run, is its index in the ledger.
struct called {
    enum class waits : std::uint8_t { no, taken, done, refused };
    int client = 0;
    std::size_t request = 0;   // of the client
    std::string id = {};       // as sent; empty: a notification
    std::string wanted = {};   // the response up to its id
    bool exact = true;         // false: only the beginning of the response
    bool too_large = false;    // -32001 is permitted too
    bool is_tool = false;      // its errors are texts
    bool counts = false;       // its function reports the call
    bool forbidden = false;    // after the end of the connection: must never be called
    int executed = 0;
    waits slow = waits::no;
    std::int64_t due = INT64_MAX;
};
using ledger = std::vector<called>;

// One request, or one message or control frame of a WebSocket, and its position in the stream of
// its client. Empty lines may precede a request.
struct asked {
    // Of a WebSocket: the expected response of a ping is in `begins`.
    enum class role : std::uint8_t { request, message, ping, close, violation, ignored };
    std::size_t begin = 0;
    std::size_t head_end = 0;
    std::size_t end = 0;
    int status = 200;
    bool closes = false;       // its response is the last
    bool refused = false;      // may be answered before it is complete
    bool expects = false;      // 100 Continue
    bool batch = false;
    bool is_call = false;      // its calls determine the response
    bool readiness = false;    // 200, or 503 while draining
    std::string begins = {};   // beginning of the body of a response without calls
    std::vector<std::size_t> calls = {};
    role part = role::request;
    int code = 0;              // of the server's close frame
};

struct plan {
    std::string stream;
    std::vector<asked> all;
};

enum class manner : std::uint8_t { mixed, flood_small, flood_batches, one_call, websocket };

plan make_plan(chance& luck, ledger& calls, const callbox::limits& bounds, int client,
               manner mode, bool slow);

}  // namespace simulate
