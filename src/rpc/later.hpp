// Deferred calls while they are pending, and their way back when they are complete: from any
// thread, and from functions that keep a later<T> for longer than the server runs.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/mutex.hpp"
#include "deferred.hpp"

#include <list>

namespace callbox::rpc {

class inbox;
struct job;
// Jobs change holders by splice(), which cannot fail and does not move them in memory.
using jobs = std::list<job>;

// A report of a call's progress: the members of a JSON object, and its end.
struct report {
    ticket of;
    float next_from;  // see job::reports_from
    bytes members{memory::budget::clients};
};

// A deferred call. Only its current holder accesses it, except for `left` and `reports_from`; for
// `queued`, which belongs to the pool; and for `owner`, `awaited` and `ended`, which belong to the
// loop. The others are constant, but for the result.
struct job final : public detail::waiting_call {
    std::shared_ptr<inbox> back;     // receives the completed call
    jobs::iterator self = {};
    void* owner = nullptr;           // the connection that waits for the response; null: stdio
    time_ms due = never;             // the call is not started at or after this time
    std::uint32_t method = 0;        // index in the table
    bool is_later = false;           // answered by a later<T>, not on a thread of the pool
    bool awaited = false;            // an answer waits for the response
    bool ended = false;              // it has been sent: the function has thrown an exception
    bool queued = false;
    std::atomic<bool> left = false;  // the response is no longer awaited
    // In seconds since `began`: earlier reports are dropped. Infinity: the last one was not sent.
    std::atomic<float> reports_from = 0;
    std::uint64_t began = 0;         // in ticks
    double reported = -std::numeric_limits<double>::infinity();
    std::unique_ptr<kept_caller> from = nullptr;  // null: not needed
    // In place of the response it has the request first, unless `is_later`. Null: timed out.
    std::unique_ptr<deferred_result> result = nullptr;

    void answer(void (*write)(writer&, const void*), const void* value) noexcept override;
    void fail(failure&& why) noexcept override;
    void drop() noexcept override;
    waiting_call* kept() noexcept override { return this; }
    bool gone() const noexcept override;
    void progress(double done, std::optional<double> total,
                  std::string_view text) noexcept override;
    // Logs and counts a completed call of later<T> whose result is late or not awaited, and
    // removes the result.
    void end_unanswered(dispatcher& by);

private:
    bool is_late() const { return due != never && now_ms() >= due; }
    template <class End> void complete(End end) noexcept;
};

// The completed calls on their way to a loop, and those that wait for a later<T>. Each of its jobs
// shares it: it outlives the loop.
class inbox {
public:
    explicit inbox(std::size_t response_bytes_max_);

    const std::size_t response_bytes_max;

    // Readable when collect() has jobs to return. -1: it cannot be used, and errno has the error.
    int get() const { return event_.get(); }

    // Keeps the job until put() of its own.
    job& hold(jobs one);
    // On any thread. Cannot fail: the job, which is in `from`, would be lost.
    void put(jobs& from, job& done);
    void put(jobs done) { put(done, done.front()); }
    void put(job& held) { put(held_, held); }
    // Throws std::bad_alloc.
    void put(report one);
    // Returns the completed calls, oldest first, and the reports that were put before them.
    jobs collect(std::vector<report>& reports);
    // Removes those that no answer waits for; returns their number.
    std::size_t drop_unawaited();
    // Nothing is collected from now on.
    void close();
    bool is_closed() const { return closed_.load(std::memory_order_relaxed); }

    // Calls `show` for each job that is held. No job leaves meanwhile.
    template <class Show> void for_each_held(Show show) {
        const lock_guard guard(mutex_);
        for (const job& each : held_) show(each);
    }
    // No answer waits for the job any more.
    void leave(job& held);

private:
    fd event_;
    std::atomic<bool> closed_ = false;
    mutex mutex_;  // guards the members below
    jobs held_;
    jobs done_;
    std::vector<report> reports_;
};

// The executor of a dispatcher without other threads. Only calls of later<T> are deferred.
class later_calls : public executor {
public:
    // Requires: both outlive it.
    later_calls(const table& methods, const limits& bounds)
        : methods_(&methods), bounds_(&bounds) {}
    ~later_calls() {
        if (inbox_) [[unlikely]] inbox_->close();
    }
    later_calls(const later_calls&) = delete;

    // Returns an empty string or one line of error.
    [[nodiscard]] std::string open();
    bool takes_calls() const override { return false; }
    ticket take(bytes, const caller*, const row&, bool) override { return 0; }
    bool reserve(const row&) override;
    void release(const row&) override { --reserved_; }
    detail::waiting_call* keep(const caller* from, const row& method,
                               std::string_view id) noexcept override;
    bool leave(ticket t, leaving how) override;

    // Logs and counts the pending calls of later<T>, as none is answered any more.
    void end_pending(dispatcher& by);
    // Appends an object for each pending call of a later<T>, with its caller if it is kept, or its
    // peer while an answer waits for it. On any thread.
    void write_pending(writer& to) const;
    // Waits until the calls of this answer are complete. Requires: there is no other answer.
    void wait_for(pending& answer) override;

protected:
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the address of a job
    static job& job_of(ticket t) { return *reinterpret_cast<job*>(t); }
    // The job of a call. It has the method's time-out if others are called meanwhile.
    jobs make(const caller* from, const row& method, bool awaited, std::string_view id = {});
    // Called before a job is held.
    virtual void begin(job&) {}
    virtual std::string_view peer_of(const void*) const { return {}; }

    const table* methods_;
    const limits* bounds_;
    std::size_t reserved_ = 0;
    std::shared_ptr<inbox> inbox_;  // null: not open
};

}  // namespace callbox::rpc
