// JSON-RPC 2.0 without a network: a message in, its answer out.
#pragma once

#include "deferred.hpp"
#include "rpc/fast/known_requests.hpp"
#include "suggestion.hpp"

namespace callbox::rpc {

// The outcome of a message.
struct reply {
    bool silent = false;  // no response: notifications only
    bool waits = false;   // for deferred calls: nothing is appended, see take_pending()
    std::optional<int> error_code = {};  // of a single request, to be mapped to an HTTP status
};

// The counters for the calls of a table: an element for each row.
std::vector<counted_method> counted_methods(const table& methods);

// "$/cancelRequest", as in the Language Server Protocol, for the calls of set_waiting().
protocol_method cancel_request();

// One for each thread that makes calls. Owns the document, which is reused for each message.
class dispatcher {
public:
    // `state` is of the type that the methods take, null if they take none. `executor` accepts
    // deferred calls; null: blocking methods are called here, others refused. `counts`, if not
    // null, counts calls: the dispatcher is then part of a server, and nodes count towards the
    // clients' budget (memory.hpp). Requires: the targets of `methods` and `state`, `log`,
    // `executor` and `counts` outlive this.
    dispatcher(const table& methods, void* state, const limits& bounds, observe::logger& log,
               executor* executor = nullptr, call_counters* counts = nullptr);

    // Disables the fast path: every message is parsed.
    void disable_fast_path() { fast_.disable(); }

    // Logs errors that a method returns but does not declare, once for each method and code. A
    // server's dispatcher always does.
    void log_undeclared_errors() { runner_.log_undeclared_errors(); }

    // Also serves that method; at most protocol_methods_max. Requires: it outlives this.
    void add(protocol_method& method) { protocol_methods_[protocol_methods_count_++] = &method; }

    // Calls the methods of the requests in `message`, in order, and appends the answer to `out`;
    // nothing if there is no response. May write to the message. Resets the limit of `out`. `from`
    // is the caller; `sees` has the methods that it may see, null for all. It gets "Method not
    // found" for others. Responses in the message are ignored over a WebSocket, which can carry
    // them, and invalid requests otherwise.
    reply dispatch(std::span<char> message, bytes& out, const caller& from = {},
                 const view* sees = nullptr);

    // Releases the pending answer. Requires: the last dispatch() returned reply::waits.
    std::unique_ptr<pending> take_pending() { return std::move(pending_); }

    // Completes the response to a call that a later<T> has ended; an empty `id`: a notification.
    // Returns false if memory runs out.
    bool finish(deferred_result& what, std::size_t method, std::string_view id);
    // The response to the call is no longer needed, or not the call either.
    void leave(ticket t, executor::leaving how) { (void)executor_->leave(t, how); }
    void cancel(ticket t, std::size_t method);

    // The current call, for caller::call of callers passed to dispatch().
    const detail::call_log* call_to_log() const { return runner_.call_to_log(); }
    // See call_runner.
    void set_waiting(const std::vector<std::unique_ptr<pending>>* all) {
        runner_.set_waiting(all);
    }
    void set_subscriber(subscriber* next) { runner_.set_subscriber(next); }
    // Receives the reports of the calls from now on; null: they have none.
    void set_deferred(detail::waiting_call* call) { runner_.set_deferred(call); }
    void set_continues(bool continues) { runner_.set_continues(continues); }
    std::uint64_t last_ticks() const { return runner_.last_ticks(); }

private:
    static constexpr std::size_t protocol_methods_max = 4;
    friend class protocol_method;
    static outcome call_protocol_method(call& c);
    static void bind_unbound(call& c);
    struct bindable_call : unbound_call {
        given_nodes* given;
    };

    reply answer(std::span<char> message, std::size_t answered, bytes& out);
    reply answer_batch(value batch, std::size_t answered, bytes& out);
    reply answer_one(value message, bytes& out);
    std::span<protocol_method* const> protocol_methods() const {
        return std::span(protocol_methods_).first(protocol_methods_count_);
    }
    observe::logged_call begin(const request& r);
    void end(observe::logged_call& call, const request& r, std::optional<int> code,
             std::size_t response_bytes);
    void log_refused(int code, std::size_t response_bytes);
    void log_failed(const request& r, int code, std::string_view response);
    const row* find(std::string_view name);
    std::string_view nearest_method(std::string_view name);
    std::optional<int> call_method(const request& r, bytes& out);
    void set_unbound(const row& method, const request& r, given_nodes& given, call& c);
    const table& table_of(const row& method) const;
    bool can_subscribe(const request& r);
    [[gnu::cold]] int refuse_event(const row& method, const request& r, bytes& out);
    int refuse(bytes& out, std::string_view id, const char* why);
    int miss(const request& r, bytes& out);
    std::optional<int> hand_over(const row& method, const request& r, bytes& out);
    const caller* asked_caller(const row& method, bool is_asked = false) const;
    int refuse_busy(const row& method, const request& r, bytes& out);
    void wait_for(ticket t, const row& method, const request& r, const bytes& out);
    [[gnu::cold]] std::optional<int> call_later(const row& method, const request& r,
                                                given_nodes& given, call& c, bytes& out);
    void refuse_params(const row& method, const request& r, bytes& out);

    table methods_;
    limits bounds_;
    observe::logger* log_;
    executor* executor_;
    call_counters* counts_;
    std::array<protocol_method*, protocol_methods_max> protocol_methods_;
    std::size_t protocol_methods_count_ = 0;
    std::unique_ptr<pending> pending_;
    document document_;
    call_runner runner_;
    fast::known_requests fast_;
    std::size_t begin_ = 0;         // where the answer begins
    // Of the message:
    unsigned suggestions_left_ = 0;
    bool handed_over_ = false;      // to another thread
    const view* sees_ = nullptr;
    // Of the current call:
    protocol_method* protocol_method_ = nullptr;  // if it is one
    bindable_call unbound_{};                     // if its row binds itself
    std::array<char, observe::logger::params_bytes_max> params_;  // a copy for the log
};

}  // namespace callbox::rpc
