// Observes calls: for the log of calls, and to know which call runs now.
#pragma once

#include <callbox/caller.hpp>
#include <callbox/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::rpc {

// One call; each call has a new one. Its views are valid only while the observer is told of it.
struct observed_call {
    const caller* from = nullptr;
    std::string_view method = {};  // empty: it was no request
    bool is_known = false;         // whether the caller sees that method
    std::string_view id = {};      // its JSON token; empty: a notification
    int code = 0;                  // of the error; 0: none
    std::uint64_t ticks = 0;
    std::size_t response_bytes = 0;
    std::string_view params = {};  // as sent; empty unless wants_params()
};

class call_observer {
public:
    // The longest params that are reported; "..." stands for longer ones.
    static constexpr std::size_t params_bytes_max = 256;

    // Whether calls are reported, and whether with params. May change between messages.
    bool is_on() const { return on_; }
    bool wants_params() const { return params_; }
    virtual void begins(const observed_call& call) = 0;
    virtual void ended(const observed_call& call) = 0;
    // The call was handed over and will end elsewhere.
    virtual void left() = 0;

protected:
    ~call_observer() = default;
    bool on_ = false;
    bool params_ = false;
};

// Writes what rpc.status answers.
class status_board {
public:
    // Writes one JSON value.
    virtual void write_status(writer& to) const = 0;

protected:
    ~status_board() = default;
};

}  // namespace callbox::rpc
