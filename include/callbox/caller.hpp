// callbox/caller.hpp - who calls: a parameter of the function that is no parameter of the call.
//
//     std::string greet(const callbox::caller& who, std::string_view name);
//     void note(journal& state, callbox::caller who, std::string_view text);
//
// A function that takes it first, or directly behind its state, by value or const reference, gets
// it. It has no name in the row of the table, and appears neither in the document nor in any help.
// Functions that do not take it pay nothing for it.
#pragma once

#include <callbox/detail/language.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace callbox {

// By which protocol a call came: JSON-RPC at the mount path, or as a tool of the Model Context
// Protocol, which an AI client calls.
enum class call_protocol : std::uint8_t { json_rpc, mcp };

namespace detail {
struct call_log;
}

// What is unknown is empty. The views live as long as the call: to keep one, copy it.
struct caller {
    // Where the connection comes from: "127.0.0.1:52144", "[::1]:52144", "unix"; "stdio" for calls
    // over standard input (the command `mcp`). Behind a proxy, it is the proxy.
    std::string_view peer = {};
    // The user of the process at the other end of a unix socket, as it was when it connected.
    std::optional<std::uint32_t> uid = {};
    // The name of the token that was sent, from options::token_file; never the token.
    std::string_view token = {};
    // The user whom the proxy before the server names in the field options::caller_header; callbox
    // believes that only of this machine and of options::caller_from.
    std::string_view user = {};
    // The traceparent field, version-traceid-parentid-flags, if it is well-formed (W3C Trace
    // Context). Any sender can make it up.
    std::string_view traceparent = {};
    // When the client is answered without the method's result: for a method with timeout() that a
    // server calls. To wait until then: condition.wait_until(lock, *who.deadline).
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
    // Set when the client has left or is given up; only for calls of blocking functions. gone()
    // reads it.
    const std::atomic<bool>* left = nullptr;
    // The server sets it, by where the call came in.
    call_protocol via = call_protocol::json_rpc;
    // The call, for log() in log.hpp; null: there is no log.
    const detail::call_log* call = nullptr;

    // Whether nobody waits for the result any more, so that a blocking function may stop early: the
    // client has left, the deadline has passed, or the server ends and its drain_timeout_ms is
    // over. Call it any time during the call, on any thread;
    // it costs a load, and a look at the clock if there is a deadline. A client leaves when its
    // connection is reset or its unix socket closed; one that has shut only its sending side is
    // still answered, and a TCP close looks the same until something is sent. Nobody ever waits for
    // a notification: it is gone only at the deadline.
    bool gone() const {
        return (left != nullptr && left->load(std::memory_order_relaxed)) ||
               (deadline && std::chrono::steady_clock::now() >= *deadline);
    }
};

}  // namespace callbox
