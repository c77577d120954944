// Who is told of each call: for a log of them, and for what runs now.
#pragma once

#include "sender.hpp"

#include <callbox/json.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::rpc {

class watcher {
public:
    // What became of one. Views live only while it is told.
    struct call {
        std::string_view method;      // empty: of what is no request
        bool is_known = false;        // whether that is a method, for its caller
        std::string_view id;          // its token; empty: a notification
        int code = 0;                 // of the error; 0: there was none
        std::uint64_t ticks = 0;
        std::size_t response_bytes = 0;
        const sender* who = nullptr;  // null: nobody is known
    };

    // Whether it is told anything. It may change between messages.
    bool is_on() const { return on_; }
    // `params` are as they were sent: reading them changes them.
    virtual void begins(std::string_view method, std::string_view params, const sender* who) = 0;
    virtual void ended(const call& c) = 0;
    // It goes on elsewhere, and ends there.
    virtual void left() = 0;

protected:
    ~watcher() = default;
    bool on_ = false;
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
