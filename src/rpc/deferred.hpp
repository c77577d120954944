// Deferred calls: answered elsewhere, so that others are answered meanwhile. This part knows
// neither threads nor clocks.
#pragma once

#include "observe/counters.hpp"

#include <callbox/bytes.hpp>
#include <callbox/caller.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::rpc {

// Names one call that was handed over. Never 0.
using ticket = std::uint64_t;

// Answers deferred calls.
class executor {
public:
    // Takes over a single request of that method, not a batch, and answers it later; within the
    // method's timeout_ms, if that is not 0. Returns 0 when there is no room for one more. Unless
    // `awaited`, nobody waits for the answer. `who` is the caller, valid only until this returns;
    // null if nobody asks for it.
    virtual ticket take(bytes request, const caller* who, const row& method, bool awaited) = 0;

protected:
    ~executor() = default;
};

// The result of such a call: a response, nothing for a notification.
struct deferred_result {
    bytes response{memory::budget::clients};
    std::optional<int> error_code;
    std::uint64_t ticks = 0;  // how long it took
};

// What an answer needs beside the response if the call is one of a tool: mcp/endpoint sets and
// reads it.
struct called_tool {
    const row* method = nullptr;  // null: the answer is the response
    bool is_modern = false;
    std::size_t id_bytes = 0;
};

// An answer that still lacks some responses.
class pending {
public:
    called_tool of_tool;

    // `limit`: the most bytes of results that it keeps, all together. An error that says so
    // replaces a response that would exceed it.
    explicit pending(std::size_t limit) : limit_(limit) {}

    // Notes that the response to `id` is missing at this place of the answer. `method`: its index
    // in the table.
    void wait_for(ticket t, std::size_t at, std::string_view id, std::size_t method = 0);
    // Keeps the text of the answer that is there already.
    void keep(std::string_view text) {
        text_.append(text);
        size_ += text.size();
    }

    // Stores the response and stops waiting for it; false if the answer does not wait for it.
    bool fill(ticket t, deferred_result&& what);
    // The same for a call that timed out: stores an error.
    bool abandon(ticket t);

    bool is_complete() const { return missing_ == 0; }
    std::size_t missing() const { return missing_; }
    // Appends the answer. Returns its error code if it is a single response with an error.
    // Requires: it is whole.
    std::optional<int> append_to(bytes& out) const;
    // The sum of the times that its calls took.
    std::uint64_t ticks() const;
    // Counts the errors that replaced responses: those that were too large or came too late.
    void count_into(observe::call_counters& counts) const;

private:
    struct placeholder {
        ticket waits_for;  // 0: no longer waits
        std::size_t at;
        std::size_t method;
        std::string id;
        deferred_result what;
        bool replaced = false;
    };
    placeholder* find(ticket t);

    std::size_t limit_;
    std::size_t size_ = 0;  // of what is kept
    std::size_t missing_ = 0;
    bytes text_{memory::budget::clients};
    std::vector<placeholder> placeholders_;  // in the order of the answer
};

}  // namespace callbox::rpc
