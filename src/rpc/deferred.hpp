// Deferred calls: answered elsewhere while other calls proceed. This layer has neither threads nor
// clocks.
#pragma once

#include "call_counters.hpp"

#include <callbox/later.hpp>
#include <callbox/table.hpp>

#include <exception>

namespace callbox::rpc {

class dispatcher;
class pending;
struct report;

// Identifies a call that is answered later. Never 0.
using ticket = std::uint64_t;

// Answers deferred calls. Those without an implementation here are for methods with later<T>.
class executor {
public:
    // Whether it answers while others are called. If not, the dispatcher makes the calls of
    // blocking methods, and waits for those of later<T>.
    virtual bool takes_calls() const { return true; }
    virtual void wait_for(pending&) {}
    // Accepts a single request of that method, not a batch, and answers it later: within the
    // method's timeout_ms unless that is 0. Returns 0 if the queue is full. The response is dropped
    // unless it is `awaited`. `from` is the caller, valid only until this returns; null if it is
    // not needed.
    virtual ticket take(bytes request, const caller* from, const row& method, bool awaited) = 0;

    // Reserves a place for a pending call; false: there is none. The call returns it once it is
    // complete; release() does if it did not become pending.
    virtual bool reserve(const row&) { return false; }
    virtual void release(const row&) {}
    // Returns a call that is answered by later<T>, in place of take(); null if there is no memory.
    // With an empty id it is a notification.
    virtual detail::waiting_call* keep(const caller*, const row&, std::string_view) noexcept {
        return nullptr;
    }
    static ticket ticket_of(const detail::waiting_call& kept) {
        return reinterpret_cast<std::uintptr_t>(&kept);
    }
    // asks: the function may stop early, and still answers. late: the response is not needed.
    // ended: it has been sent. stops: nor is the call needed; returns whether it was removed before
    // it began.
    enum class leaving : std::uint8_t { asks, late, ended, stops };
    virtual bool leave(ticket, leaving) { return false; }

protected:
    ~executor() = default;
};

// A copy of the caller of a deferred call, of the call's id, and of the text that they refer to.
// caller::call is null; the thread that makes the call sets it.
class kept_caller {
public:
    explicit kept_caller(const caller& from, std::string_view id = {}) : from_(from), id_(id) {
        from_.call = nullptr;
        const std::array texts{&from_.peer, &from_.token, &from_.user, &from_.traceparent,
                               &from_.fields, &id_};
        std::size_t size = 0;
        for (const std::string_view* each : texts) size += each->size();
        text_ = std::make_unique<char[]>(size);
        for (std::string_view* each : texts) {
            size -= each->size();
            *each = {&text_[size], each->copy(&text_[size], each->size())};
        }
    }

    // The views are valid as long as this lives.
    const caller& view() const { return from_; }
    std::string_view id() const { return id_; }

private:
    caller from_;
    std::string_view id_;
    std::unique_ptr<char[]> text_;
};

// How a later<T> ended its call. dispatcher::finish() completes the response, which has a result
// then, or nothing.
struct later_end {
    outcome what = outcome::broken;
    bool starved = false;  // memory has run out
    bool late = false;     // the call has timed out
    writer::misuse misuse = writer::misuse::none;
    std::optional<failure> why = {};
    std::exception_ptr thrown = {};
    std::uint64_t began = 0;  // in ticks
    const kept_caller* from = nullptr;  // of the job; null: not needed

    void answer(writer& to, void (*write)(writer&, const void*), const void* value) noexcept try {
        write(to, value);
        misuse = to.misuse_at_end();
        what = outcome::answered;
    } catch (...) {
        thrown = std::current_exception();
    }
    void fail(failure&& error) noexcept {
        why.emplace(std::move(error));
        what = outcome::failed;
    }
};

// The result of a deferred call: a response, empty for a notification.
struct deferred_result {
    bytes response{memory::budget::clients};
    std::optional<int> error_code = {};
    std::uint64_t ticks = 0;  // duration of the call
    std::optional<later_end> later = {};
};

// Needed to complete the answer to a call of a tool. Set and read by mcp/endpoint.
struct called_tool {
    const row* method = nullptr;  // null: the answer is the response
    std::uint32_t id_bytes = 0;
    bool is_modern = false;
    std::unique_ptr<std::string> progress_token = nullptr;  // null: no reports
};

// An answer that waits for some of its responses. If it is destroyed, it cancels their calls. With
// its one placeholder and the job, a call of later<T> takes less than 300 bytes of the heap.
class pending {
public:
    called_tool of_tool;

    // `limit`: the maximum size of all results together, in bytes. A response that would exceed it
    // is replaced by an error. `by`, if not null, made the calls, and outlives this.
    explicit pending(std::size_t limit, dispatcher* by = nullptr) : limit_(limit), by_(by) {}
    pending(pending&&) = delete;
    ~pending();

    // Records that the response to `id` belongs at this place of the answer. `method`: its index in
    // the table.
    void wait_for(ticket t, std::size_t at, std::string_view id, std::size_t method = 0);
    // Keeps the part of the answer that is already written.
    void keep(std::string_view text);

    bool awaits(ticket t) const { return find(t) != placeholders_.end(); }
    // Stores the response and stops waiting for it; null: the call has timed out. Does nothing if
    // the answer does not wait for it.
    void fill(ticket t, std::unique_ptr<deferred_result> what);
    // All calls have timed out.
    void abandon_all();
    // Appends the notification of a report. Returns false if the client wants none. Requires:
    // awaits(one.of).
    bool append_progress(const report& one, bytes& out) const;
    // The client asks the call with that id, or all if it is nullopt, to stop early.
    void cancel(std::optional<std::string_view> id = {}) const;

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
        std::unique_ptr<deferred_result> what;  // null then: memory has run out
        std::string id;
        std::uint32_t at;
        std::uint16_t method;
        bool replaced = false;
    };
    using placeholders = std::vector<placeholder>;
    placeholders::const_iterator find(ticket t) const {
        return std::ranges::find(placeholders_, t, &placeholder::waits_for);
    }

    std::size_t limit_;
    std::size_t size_ = 0;  // of the text and the responses
    dispatcher* by_;
    std::unique_ptr<bytes> text_;  // of a batch
    placeholders placeholders_;    // in the order of the answer
    std::uint32_t missing_ = 0;
};

}  // namespace callbox::rpc
