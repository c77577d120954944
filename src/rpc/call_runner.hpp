// Runs one call whose arguments are bound, and writes its response.
#pragma once

#include "deferred.hpp"
#include "observe/logger.hpp"
#include "request.hpp"
#include "respond.hpp"
#include "subscriber.hpp"

// The current call of a dispatcher, for log() (callbox/log.hpp) and for events. Each dispatcher has
// one and sets it for each call. Other threads read it only during the call.
struct callbox::detail::call_log {
    observe::logger* log;
    document* text;                // the message
    const row* method = nullptr;
    node* id = nullptr;            // null: a notification
    rpc::subscriber* subscriber = nullptr;  // null: the call cannot subscribe
    const std::vector<std::unique_ptr<rpc::pending>>* waiting = nullptr;  // of its WebSocket
    waiting_call* deferred = nullptr;  // the call itself, on a thread of the pool
};

namespace callbox::rpc {

// The call that a later<T> answers while its function runs: in the response, which is being
// written, until the later<T> is moved.
class answer_in_place final : public detail::waiting_call {
public:
    // Requires: `c`, which it answers, and the others outlive it.
    answer_in_place(executor& by, const caller* from, const row& method, std::string_view id,
                    const call& c)
        : executor_(by), from_(from), method_(method), id_(id), call_(c) {}
    answer_in_place(const answer_in_place&) = delete;
    // Unless the kept call waits, returns its place, or its response has been sent.
    ~answer_in_place() {
        if (kept_ == nullptr) executor_.release(method_);
        else if (!waits)
            (void)executor_.leave(executor::ticket_of(*kept_), executor::leaving::ended);
    }

    void answer(void (*write)(writer&, const void*), const void* value) noexcept override {
        end_.answer(*call_.out, write, value);
    }
    void fail(failure&& why) noexcept override { end_.fail(std::move(why)); }
    void drop() noexcept override {}
    waiting_call* kept() noexcept override {
        kept_ = executor_.keep(from_, method_, id_);
        end_.starved = kept_ == nullptr;
        return kept_;
    }
    bool gone() const noexcept override { return call_.from->gone(); }

    // The call that outlives its function; null: this is its end.
    waiting_call* kept_call() const { return kept_; }
    later_end& end() { return end_; }

    bool waits = false;  // the kept call is pending

private:
    executor& executor_;
    const caller* from_;
    const row& method_;
    std::string_view id_;
    const call& call_;
    later_end end_;
    waiting_call* kept_ = nullptr;
};

// One for each dispatcher, which calls begin() for each message and, for each call, prepare(),
// run() and, unless it was refused, complete(). Owns the violations and the failure of the current
// call, and reuses their memory.
class call_runner {
public:
    // Requires: `text`, which holds the messages, and the others outlive this. See dispatcher.
    call_runner(const table& methods, void* state, const limits& bounds, observe::logger& log,
                call_counters* counts, document& text);
    call_runner(const call_runner&) = delete;
    call_runner& operator=(const call_runner&) = delete;

    // Begins a message, whose results are appended to `out`.
    void begin(const caller& from, const bytes& out) {
        from_ = &from;
        results_end_ = out.size() + results_max_;
        if (counts_ != nullptr && !continues_) began_ = ticks_now();
        has_called_ = false;
    }
    // Whether another message follows immediately. If the last one has ended with a call, the next
    // one begins then: one clock reading is enough for both.
    void set_continues(bool continues) {
        continues_ = std::exchange(has_called_, false) && continues;
    }
    // The end of the last call, or the start of the last message if it is later, in ticks.
    std::uint64_t last_ticks() const { return began_; }
    const caller& from() const { return *from_; }
    // The limit of `out` while results are written.
    std::size_t results_end() const { return results_end_; }

    // Returns a call of the message, without violations. Its arguments are then put into `given`.
    call prepare(const given_nodes& given) {
        violations_.clear();
        return {.state = state_, .from = from_, .text = running_.text, .given = given.data(),
                .params = nullptr, .bad = &violations_, .out = nullptr, .failure = &failure_};
    }
    violations& found() { return violations_; }

    // Appends the response without its id to `out`, unless the call is refused or broken. `id` is
    // null for a notification.
    [[gnu::always_inline]] outcome run(const row& method, node* id, call& c, bytes& out) {
        const std::size_t begin = out.size();
        begin_result(out);
        writer result(out);
        c.out = &result;
        running_.method = &method;
        running_.id = id;
        const outcome what = run_guarded(method, c);
        if (what == outcome::answered) return broken_if_misused(result.misuse_at_end(), what);
        if (what == outcome::failed) return write_failure(method, out, begin);
        if (what == outcome::waits) return end_in_place(method, c, out, begin);
        if (what == outcome::refused && violations_.empty())
            return breaks("refused a parameter without reporting a violation: see its codec");
        return what;
    }

    // Completes the response, which begins at `before`, and counts the call. Returns the code of
    // its error, if any.
    [[gnu::always_inline]] std::optional<int> complete(const row& method, std::string_view id,
                                                       outcome what, std::size_t before,
                                                       bytes& out) {
        std::optional<int> code;
        if (out.overflowed() || what == outcome::broken) [[unlikely]] {
            if (out.starved()) what = breaks("ran out of memory for its result");
            out.truncate(before);
            const unlimited here(out, results_end_);
            code = what == outcome::broken ? report(method, id, out) : respond_too_large(out, id);
        } else {
            close_response(out, id);
            if (what != outcome::answered)
                code = what == outcome::failed ? failure_->code : code::invalid_params;
        }
        if (counts_ != nullptr) count(method, code);
        return code;
    }

    // Completes the response to a call that a later<T> has ended elsewhere. `out` has the result,
    // if there is one. Returns the code of its error, if any.
    std::optional<int> finish(const row& method, later_end& end, std::string_view id, bytes& out);

    // The duration of the last call, in ticks.
    std::uint64_t took() const { return took_; }
    void reset_time() { took_ = 0; }
    bool is_logged() const { return counts_ != nullptr && running_.log->wants_calls(); }
    void log_undeclared_errors() { logs_undeclared_ = true; }
    const detail::call_log* call_to_log() const { return &running_; }
    // What calls of events subscribe to; null: they cannot.
    rpc::subscriber* subscriber() const { return running_.subscriber; }
    void set_waiting(const std::vector<std::unique_ptr<pending>>* all) { running_.waiting = all; }
    void set_subscriber(rpc::subscriber* next) { running_.subscriber = next; }
    void set_deferred(detail::waiting_call* call) { running_.deferred = call; }

private:
    // Catches exceptions of users' functions and codecs. server/connection and server/thread_pool
    // have another `try`, for std::bad_alloc.
    [[gnu::always_inline]] outcome run_guarded(const row& method, call& c) try {
        if (method.path.front() != nullptr) [[unlikely]]
            enter_part(method, c);
        return method.run(c);
    } catch (...) {
        return breaks_by(std::current_exception());
    }
    [[gnu::cold, gnu::noinline]] static void enter_part(const row& method, call& c) {
        c.state = method.state_inside(c.state);
    }
    outcome write_failure(const row& method, bytes& out, std::size_t begin);
    outcome end_in_place(const row& method, const call& c, bytes& out, std::size_t begin);
    outcome end_later(const row& method, later_end& end, bytes& out, std::size_t begin);
    outcome broken_if_misused(writer::misuse how, outcome what) {
        return how == writer::misuse::none ? what : breaks(how);
    }
    outcome breaks(writer::misuse how);
    outcome breaks_by(const std::exception_ptr& thrown);
    // Records how the method broke its contract, for report(). Returns outcome::broken.
    outcome breaks(std::string_view reason, bool by_function = false);
    int report(const row& method, std::string_view id, bytes& out);
    // Each call of a batch ends when the next one begins: one clock reading per call is enough.
    [[gnu::always_inline]] void count(const row& method, std::optional<int> code) {
        end_function(method);
        has_called_ = true;
        counts_->called(methods_.index_of(method), took_, code);
    }
    [[gnu::always_inline]] void end_function(const row& method) {
        const std::uint64_t begin = std::exchange(began_, ticks_now());
        took_ = ticks_between(begin, began_);
        if (took_ > slow_ticks_) [[unlikely]] count_slow(method);
    }
    void count_slow(const row& method);
    void log_undeclared(const row& method, int code);

    table methods_;
    void* state_;
    std::size_t results_max_;         // bytes of an answer's results
    call_counters* counts_;
    bool logs_undeclared_;
    std::vector<std::pair<const row*, int>> undeclared_logged_;  // at most undeclared_logged_max
    std::uint32_t slow_ms_;  // longer calls are logged; 0: none
    std::uint64_t slow_ticks_ = 0;  // longer calls are counted or logged
    detail::call_log running_;
    // Of the message:
    const caller* from_ = nullptr;    // null: finish() completes one
    std::size_t results_end_ = 0;
    std::uint64_t began_ = 0;         // start of the current call, in ticks
    bool has_called_ = false;
    bool continues_ = false;
    std::uint64_t took_ = 0;
    // Of the current call:
    violations violations_;
    std::optional<callbox::failure> failure_;  // if it failed
    std::string breach_;        // how it broke its contract, for the log
    bool by_function_ = false;  // the sandbox may be the cause of that
};

}  // namespace callbox::rpc
