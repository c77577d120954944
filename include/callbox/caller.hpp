// callbox/caller.hpp - who calls: a parameter of a function that is no parameter of the call.
//
//     std::string greet(const callbox::caller& who, std::string_view name);
//     void note(journal& state, callbox::caller who, std::string_view text);
//
// A function that takes it first, or directly behind its state, by value or const reference, is
// told. It has no name in the row of the table, and stands neither in the document nor in any help.
// Others cost nothing more for it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace callbox {

// All that is not known is empty. The views live as long as the call: to keep one, copy it.
struct caller {
    // Where the connection comes from: "127.0.0.1:52144", "[::1]:52144", "unix". With a proxy
    // before the server, it is the proxy.
    std::string_view peer = {};
    // Whose process is at the other end of a unix socket: who it was when it connected.
    std::optional<std::uint32_t> uid = {};
    // The name of the token that was sent, from options::token_file; never the token.
    std::string_view token = {};
    // The field of that name, version-traceid-parentid-flags, if it is as W3C Trace Context says.
    // Whoever sends it may make it up.
    std::string_view traceparent = {};
    // When the client is answered without the method's result: of a method with timeout(), where a
    // server calls it. For waiting until then: condition.wait_until(lock, *who.deadline).
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
    // Set when the client has left; of calls of blocking functions. For gone().
    const std::atomic<bool>* left = nullptr;

    // Whether nobody waits for the result any more, so that a blocking function may stop early: the
    // client has left, or the deadline has passed. To be asked any time within the call, on any
    // thread; it costs a load, and a look at the clock where there is a deadline. A client leaves
    // when its connection is reset, or its unix socket closed; one that has shut only its sending
    // side is still answered, and a close of TCP looks the same until something is sent. For a
    // notification nobody has waited from the beginning: it is gone at the deadline only.
    bool gone() const {
        return (left != nullptr && left->load(std::memory_order_relaxed)) ||
               (deadline && std::chrono::steady_clock::now() >= *deadline);
    }
};

}  // namespace callbox
