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

// What all clients send; the field of a head, and the line of the token file up to the scopes.
inline constexpr const char* authorization = "Authorization: Bearer 0123456789abcdef\r\n";
inline constexpr const char* token_line = "simulated 0123456789abcdef ";

// One call. Its token, unique in a run, is its index in the ledger.
struct called {
    enum class waits : std::uint8_t { no, taken, done, refused };
    enum class events : std::uint8_t { none, begins, ends };  // of a subscription
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
    events effect = events::none;
    std::size_t row = 0;       // of the event: see publications.hpp
    std::int64_t key = 0;      // of its filter
    std::int64_t since = -1;   // the number of an event; -1: none
    std::string ended = {};    // the id of the subscription to end
    waits slow = waits::no;
    std::int64_t due = INT64_MAX;
    bool reports = false;      // its function has reported progress, which was not sent yet
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
    bool streams = false;      // its response may be a stream of events
    std::string begins = {};   // beginning of the body of a response without calls
    std::vector<std::size_t> calls = {};
    role part = role::request;
    int code = 0;              // of the server's close frame
};

struct plan {
    std::string stream;
    std::vector<asked> all;
};

enum class manner : std::uint8_t {
    mixed, flood_small, flood_batches, one_call, websocket,
    subscriber,  // over a WebSocket
    crowd,       // a WebSocket with very many subscriptions
    stream,      // of server-sent events
};

plan make_plan(chance& luck, ledger& calls, const callbox::limits& bounds, int client,
               manner mode, bool slow);

}  // namespace simulate
