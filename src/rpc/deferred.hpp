// Deferred calls: answered elsewhere while other calls proceed. This layer has neither threads nor
// clocks.
#pragma once

#include "call_counters.hpp"

#include <callbox/table.hpp>

namespace callbox::rpc {

// Identifies a call that was handed over. Never 0.
using ticket = std::uint64_t;

// Answers deferred calls.
class executor {
public:
    // Accepts a single request of that method, not a batch, and answers it later: within the
    // method's timeout_ms unless that is 0. Returns 0 if the queue is full. The response is dropped
    // unless it is `awaited`. `from` is the caller, valid only until this returns; null if it is
    // not needed.
    virtual ticket take(bytes request, const caller* from, const row& method, bool awaited) = 0;

protected:
    ~executor() = default;
};

// A copy of the caller of a deferred call and of the text that it refers to. caller::call is null;
// the thread that makes the call sets it.
class kept_caller {
public:
    explicit kept_caller(const caller& from) : from_(from) {
        from_.call = nullptr;
        for (std::size_t i = 0; i < kept_.size(); ++i) kept_[i] = from.*texts[i];
    }

    // The views are valid as long as this lives.
    caller view() const {
        caller from = from_;
        for (std::size_t i = 0; i < kept_.size(); ++i) from.*texts[i] = kept_[i];
        return from;
    }

private:
    static constexpr std::array texts{&caller::peer, &caller::token, &caller::user,
                                      &caller::traceparent, &caller::fields};
    std::array<std::string, texts.size()> kept_;
    caller from_;
};

// The result of a deferred call: a response, empty for a notification.
struct deferred_result {
    bytes response{memory::budget::clients};
    std::optional<int> error_code;
    std::uint64_t ticks = 0;  // duration of the call
};

// Needed to complete the answer to a call of a tool. Set and read by mcp/endpoint.
struct called_tool {
    const row* method = nullptr;  // null: the answer is the response
    bool is_modern = false;
    std::size_t id_bytes = 0;
};

// An answer that waits for some of its responses.
class pending {
public:
    called_tool of_tool;

    // `limit`: the maximum size of all results together, in bytes. A response that would exceed it
    // is replaced by an error.
    explicit pending(std::size_t limit) : limit_(limit) {}

    // Records that the response to `id` belongs at this place of the answer. `method`: its index in
    // the table.
    void wait_for(ticket t, std::size_t at, std::string_view id, std::size_t method = 0);
    // Keeps the part of the answer that is already written.
    void keep(std::string_view text) {
        text_.append(text);
        size_ += text.size();
    }

    // Stores the response and stops waiting for it; false if the answer does not wait for it.
    bool fill(ticket t, deferred_result&& what);
    // Stores an error instead, for a call that timed out. fill() does so if the response is empty.
    bool abandon(ticket t);
    void abandon_all();

    bool is_complete() const { return missing_ == 0; }
    std::size_t missing() const { return missing_; }
    // Appends the answer. Returns its error code if it is a single response with an error.
    // Requires: is_complete().
    std::optional<int> append_to(bytes& out) const;
    // The total duration of its calls.
    std::uint64_t ticks() const;
    // Counts the errors that replaced responses which were too large or late.
    void count_into(call_counters& counts) const;

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
    std::size_t size_ = 0;  // of the text and the responses
    std::size_t missing_ = 0;
    bytes text_{memory::budget::clients};
    std::vector<placeholder> placeholders_;  // in the order of the answer
};

}  // namespace callbox::rpc
