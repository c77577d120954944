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

// One request, and its position in the stream of its client. Empty lines may precede it.
struct asked {
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
};

struct plan {
    std::string stream;
    std::vector<asked> all;
};

enum class manner : std::uint8_t { mixed, flood_small, flood_batches, one_call };

plan make_plan(chance& luck, ledger& calls, const callbox::limits& bounds, int client,
               manner mode, bool slow);

}  // namespace simulate
