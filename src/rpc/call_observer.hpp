// Who is told of each call: for a log of them, and for what runs now.
#pragma once

#include <callbox/caller.hpp>
#include <callbox/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::rpc {

// One call, made anew for each. Its views live only while it is told.
struct observed_call {
    const caller* from = nullptr;
    std::string_view method = {};  // empty: of what is no request
    bool is_known = false;         // whether that is a method, for its caller
    std::string_view id = {};      // its token; empty: a notification
    int code = 0;                  // of the error; 0: there was none
    std::uint64_t ticks = 0;
    std::size_t response_bytes = 0;
    std::string_view params = {};  // as they were sent, where it is observed with them
};

class call_observer {
public:
    // The longest params that are told; in place of longer ones stands "...".
    static constexpr std::size_t params_bytes_max = 256;

    // Whether it is told anything, and whether with params. It may change between messages.
    bool is_on() const { return on_; }
    bool wants_params() const { return params_; }
    virtual void begins(const observed_call& call) = 0;
    virtual void ended(const observed_call& call) = 0;
    // It goes on elsewhere, and ends there.
    virtual void left() = 0;

protected:
    ~call_observer() = default;
    bool on_ = false;
    bool params_ = false;
};

// What rpc.status answers.
class status_board {
public:
    // One value.
    virtual void write_status(writer& to) const = 0;

protected:
    ~status_board() = default;
};

}  // namespace callbox::rpc
