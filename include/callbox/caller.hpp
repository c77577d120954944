// callbox/caller.hpp - the caller of a method: a parameter of the function, but not of the call.
//
//     std::string greet(const callbox::caller& caller, std::string_view name);
//     void note(journal& state, callbox::caller caller, std::string_view text);
//
// It must be the function's first parameter, or the one after the state, and is passed by value or
// const reference. It has no name in the table, and appears neither in the document nor in any
// help. Functions without it have no overhead.
#pragma once

#include <callbox/detail/language.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace callbox {

// The protocol of a call: JSON-RPC at the mount path, by POST or over a WebSocket, or the Model
// Context Protocol, in which an AI client calls the method as a tool.
enum class call_protocol : std::uint8_t { json_rpc, mcp, websocket };

namespace detail {
struct call_log;
}

// Unknown members are empty. The views are valid until the call returns; to keep one, copy it.
struct caller {
    // The address of the peer: "127.0.0.1:52144", "[::1]:52144", "unix"; "stdio" for calls over
    // standard input (the command `mcp`). Behind a proxy, the address is the proxy's.
    std::string_view peer = {};
    // The user id of the process at the other end of a unix socket, when it connected.
    std::optional<std::uint32_t> uid = {};
    // The name of the request's token in options::token_file; never the token itself.
    std::string_view token = {};
    // The user that a proxy names in the header field options::caller_header. The field is accepted
    // only from this machine and from options::caller_from.
    std::string_view user = {};
    // The header field traceparent, version-traceid-parentid-flags, if it is well-formed (W3C Trace
    // Context). Clients can send any value.
    std::string_view traceparent = {};
    // The header fields that options::caller_headers lists: see header().
    std::string_view fields = {};
    // When the call times out and the client gets an error; set if a server calls a blocking method
    // with a timeout(). To wait until then: condition.wait_until(lock, *caller.deadline).
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
    // Becomes true when the client disconnects or the call is abandoned or cancelled; only for
    // blocking methods. Read by gone().
    const std::atomic<bool>* left = nullptr;
    // Set by the server.
    call_protocol via = call_protocol::json_rpc;
    // For log() in log.hpp, and for progress(); null: there is neither.
    const detail::call_log* call = nullptr;

    // The value of the first field of that name, in any case; nullopt if there is none.
    std::optional<std::string_view> header(std::string_view name) const;

    // Whether the result is no longer needed, and a blocking function may stop early: the client
    // has disconnected or has sent `$/cancelRequest` with the call's id over its WebSocket, the
    // deadline has passed, or the server is stopping and drain_timeout_ms has elapsed. May be
    // called at any time during the call, on any thread; it costs a load, and reads the clock if
    // there is a deadline. A client has disconnected when its connection is reset, it has sent a
    // close frame, or its unix socket is closed, or its sending side if it has a stream or a
    // WebSocket. Any other that has shut down only its sending side still gets the response; a
    // closed TCP connection looks the same until something is sent. For a notification it returns
    // true only after the deadline.
    bool gone() const {
        return (left != nullptr && left->load(std::memory_order_relaxed)) ||
               (deadline && std::chrono::steady_clock::now() >= *deadline);
    }

    // Reports the progress of a blocking function: `done` of `total`, in any unit, and a text in
    // UTF-8, of which at most 1,000 bytes are sent. A WebSocket gets the notification rpc.progress
    // with the id of the call; a POST whose Accept has text/event-stream, and not application/json,
    // gets it as a server-sent event before the response; an MCP client that sends a progressToken
    // gets notifications/progress; others get none. Sends at most 10 reports per second and call,
    // each with a larger `done` than the one before, and drops the rest, perhaps the last one.
    // Never waits. Requires: the call has not returned, and no other thread reports.
    void progress(double done, std::optional<double> total = {},
                  std::string_view text = {}) const noexcept;
};

}  // namespace callbox
