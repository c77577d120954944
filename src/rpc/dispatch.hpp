// JSON-RPC 2.0 without a network: one message in, its answer out.
#pragma once

#include "observe/log.hpp"
#include "observe/call_observer.hpp"
#include "openrpc/document.hpp"
#include "deferred.hpp"
#include "request.hpp"
#include "observe/call_counters.hpp"
#include "view.hpp"

#include <callbox/api_info.hpp>
#include <callbox/bytes.hpp>
#include <callbox/caller.hpp>
#include <callbox/limits.hpp>
#include <callbox/table.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::rpc {

// The outcome of a message.
struct reply {
    bool silent = false;  // nothing to say: notifications only
    bool waits = false;   // for deferred calls: nothing is appended, take_pending() has the answer
    std::optional<int> error_code = {};  // of a single request, for those who map it to a status
};

// One for each thread that calls. Owns the document and the faults, reused for each message.
class dispatcher {
public:
    // Requires: what `methods` and `state` (of the type the methods take, null when they take none)
    // point to, `journal`, `slow` and `counts` outlive it. `slow` takes the calls of methods that
    // block; if null, they are called here like the others. `counts`, if not null, counts calls:
    // the dispatcher is then a server's, and nodes are of the clients' budget (memory.hpp).
    dispatcher(const table& methods, void* state, const limits& bounds, log& journal,
               const about& info = {}, elsewhere* slow = nullptr, statistics* counts = nullptr);

    // Calls the methods that `message` names, in order, and appends the answer to `out`, nothing
    // when there is nothing to say. May write to the message. Sets the limit of `out` anew.
    // `from` is the caller. `sees` is what it sees, null for all: other methods do not exist for
    // it.
    reply answer(std::span<char> message, bytes& out, const caller& from = {},
                 view* sees = nullptr);

    // Reports each call to `by`. Requires: `by` outlives this, and calls are counted.
    void observe(call_observer& by) { observer_ = &by; }
    // Serves rpc.status from now on, to callers whose view allows it. Requires: `board` outlives
    // this.
    void show(const status_board& board) { status_ = &board; }

    // Gives away the answer that waits. Requires: answer() has just said that it waits.
    std::unique_ptr<pending> take_pending() { return std::move(pending_); }

    // What rpc.discover answers to callers with that view, or who see all; made when first asked.
    const description& discover(view* sees = nullptr);

private:
    static outcome write_document(call& c);
    static outcome write_status(call& c);
    static const row discover_row;
    static const row status_row;

    reply answer_batch(value batch, bytes& out);
    reply answer_one(value message, bytes& out);
    bool is_observed() const { return observer_ != nullptr && observer_->is_on(); }
    observed_call begin(const request& r);
    void end(observed_call& call, const request& r, std::optional<int> code, std::size_t bytes);
    void tell_refused(int code, std::size_t response_bytes);
    void tell_failed(const request& r, int code, std::string_view response);
    void tell_slow(const row& method);
    const row* find(std::string_view name) const;
    std::string_view nearest_method(std::string_view name) const;
    std::optional<int> call_method(const request& r, bytes& out);
    std::optional<int> call_here(const row& method, const request& r, bytes& out);
    void count(const row& method, std::optional<int> code);
    int refuse(bytes& out, std::string_view id, const char* why);
    int miss(const request& r, bytes& out);
    std::optional<int> hand_over(const row& method, const request& r, bytes& out);
    outcome run(const row& method, const request& r, bytes& out);
    outcome run_guarded(const row& method, call& c);
    outcome write_failure(bytes& out, std::size_t begin);
    outcome without_mistakes(const writer& to, outcome what);
    void refuse_params(const row& method, const request& r, bytes& out);
    int report(const row& method, const request& r, bytes& out);

    table methods_;
    void* state_;
    limits bounds_;
    about info_;
    std::optional<description> description_;
    log* journal_;
    elsewhere* slow_;
    statistics* counts_;
    call_observer* observer_ = nullptr;
    const status_board* status_ = nullptr;
    std::unique_ptr<pending> pending_;
    document document_;
    std::size_t begin_ = 0;         // where the answer begins
    std::size_t results_end_ = 0;   // how far results may fill the answer
    // Of the message:
    std::uint64_t began_ = 0;       // when the call that runs began, in ticks
    std::uint64_t took_ = 0;        // how long the last call took, in ticks
    bool handed_over_ = false;      // whether it was, to another thread
    const caller* from_ = nullptr;
    view* sees_ = nullptr;
    // Of the call that runs:
    std::array<char, call_observer::params_bytes_max> params_;  // a copy, if params are observed
    faults faults_;
    std::optional<error> failure_;  // when it failed
    std::string broken_;            // how the method broke its promise, for the log
};

}  // namespace callbox::rpc
