// What a client will send, and what has to come back for it.
#pragma once

#include "chance.hpp"

#include <callbox/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simulate {

// One call. Its token, which is unique in a run, is its index in the ledger.
struct called {
    enum class waits : std::uint8_t { no, taken, done, refused };
    int client = 0;
    std::size_t request = 0;   // of the client
    std::string id = {};       // as it was sent; empty: a notification
    std::string wanted = {};   // the response up to its id
    bool exact = true;         // else it begins like that
    bool too_large = false;    // -32001 is right, too
    bool is_tool = false;      // errors of calls are told in words
    bool counts = false;       // its function reports that it was called
    bool forbidden = false;    // behind the end of the connection: must never be called
    int executed = 0;
    waits slow = waits::no;
    std::int64_t due = INT64_MAX;
};
using ledger = std::vector<called>;

// One request, and where it is in all that its client sends. Empty lines may be before it.
struct asked {
    std::size_t begin = 0;
    std::size_t head_end = 0;
    std::size_t end = 0;
    int status = 200;
    bool closes = false;       // its answer is the last
    bool refused = false;      // it may be answered before it is complete
    bool expects = false;      // 100 Continue
    bool batch = false;
    bool is_call = false;      // its calls say what its answer is
    bool readiness = false;    // 200, or 503 while draining
    std::string begins = {};   // the body of an answer to no call
    std::vector<std::size_t> calls = {};
};

struct plan {
    std::string stream;
    std::vector<asked> all;
};

enum class manner : std::uint8_t { mixed, flood_small, flood_batches, one_call };

plan make_plan(chance& luck, ledger& calls, const callbox::limits& bounds, int client,
               manner how, bool slow);

}  // namespace simulate
