// The Model Context Protocol without a network: one message in, its answer out. The rows of a table
// are the tools. Serves the revisions with a handshake ("legacy") and 2026-07-28 ("modern") at the
// same time: each message tells of which it is, and nothing is kept between two.
#pragma once

#include "http_fields.hpp"
#include "json/error_code.hpp"
#include "observe/counters.hpp"
#include "observe/logger.hpp"
#include "rpc/deferred.hpp"
#include "rpc/dispatch.hpp"
#include "rpc/request.hpp"
#include "rpc/view.hpp"
#include "tool_list.hpp"

#include <callbox/api_info.hpp>
#include <callbox/bytes.hpp>
#include <callbox/caller.hpp>
#include <callbox/json.hpp>
#include <callbox/limits.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace callbox::mcp {

// Who sent a message, and by what.
struct sender {
    const caller* from;
    const rpc::view* sees = nullptr;    // null: all
    const http_fields* head = nullptr;  // null: it came by standard input, which has none
};

// The outcome of a message.
struct reply {
    int status = 200;     // of the HTTP response
    bool silent = false;  // nothing to say: it was a notification
    bool waits = false;   // for a blocking method: nothing is appended; see take_pending()
    // The id of the request that notifications/cancelled names, a JSON token in the message; empty:
    // the message is no such notification.
    std::string_view cancelled = {};
};

// One for each thread that answers.
class endpoint {
public:
    // `calls` makes the calls of tools; `counts` is what it counts in; `is_private` says whether
    // callers see different tools. Requires: what `methods` points to, and the others, outlive it.
    endpoint(const table& methods, const api_info& about, const limits& bounds, bool is_private,
             rpc::dispatcher& calls, observe::call_counters& counts, observe::logger& log);

    // Appends the answer to `out`, nothing when there is nothing to say. May write to the message.
    // Throws std::bad_alloc.
    reply answer(std::span<char> text, const sender& who, bytes& out);

    // The id of the last message, a JSON token in it; "null" if it had none.
    std::string_view id() const { return id_; }

    // Gives away the answer that waits. Requires: answer() has just said that it waits.
    std::unique_ptr<rpc::pending> take_pending() { return std::move(pending_); }
    // Appends the answer to a call of a tool that no longer waits. Requires: whole.is_complete().
    void answer_late(const rpc::pending& whole, bytes& out);

    // Forgets the lists of tools: the views go.
    void clear() { tools_.clear(); }

private:
    // In the order of observe::mcp_method_names.
    enum class verb : std::uint8_t { initialize, ping, discover, list, call, other };

    // A request while it is answered.
    struct message {
        std::string_view id;
        std::string_view method;
        verb what;
        const http_fields* head;
        bool has_list = false;  // params are an array, where the protocol knows only objects
        bool is_modern = false;
        std::optional<value> params = {};
        std::optional<value> meta = {};
        std::optional<value> version = {};       // in _meta
        std::optional<value> capabilities = {};  // there, too
    };
    // Why it gets an error.
    struct refusal {
        int status = 200;
        int code = rpc::invalid_params;
        std::string_view message = "Invalid params";
        std::string_view why = {};
        std::optional<std::string_view> requested = {};  // the version, in place of why
    };

    static verb verb_of(std::string_view method);
    std::string_view cancelled_by(const rpc::request& r);
    reply refuse(bytes& out, std::string_view id, const char* why);
    std::optional<value> member_of(const std::optional<value>& object, std::string_view name);
    static std::optional<refusal> refusal_of(const message& m);
    static std::optional<refusal> refusal_of_modern(const message& m);
    reply answer_method(const message& m, const sender& who, bytes& out);
    reply fail(const message& m, const refusal& f, bytes& out);
    reply initialize(const message& m, bytes& out);
    reply discover(const message& m, bytes& out);
    reply list(const message& m, const sender& who, bytes& out);
    reply call(const message& m, const sender& who, bytes& out);
    reply miss_tool(const message& m, std::string_view name, const sender& who, bytes& out);
    void write_outcome(const rpc::called_tool& call, std::string_view response, bool is_error,
                       bytes& out);
    void write_error(const rpc::called_tool& call, std::string_view error, bytes& out);
    void append_text_of(const row& method, value error, bytes& out) const;
    void append_about(writer& to, bool has_name) const;
    void close_result(const message& m, bytes& out, bool is_cached = false) const;

    std::size_t response_bytes_max_;
    rpc::dispatcher* calls_;
    observe::call_counters* counts_;
    tool_list tools_;
    bytes modern_end_;     // ends the result of a modern request; before its last two braces is
    std::size_t server_info_at_ = 0;  // {"name": ..., "version": ...}
    bytes instructions_;   // a JSON string; empty: none
    bool is_private_;
    std::unique_ptr<rpc::pending> pending_;
    std::string_view id_ = "null";
    bool is_twice_ = false;     // a member of the message's params stands twice
    document document_;         // the message, and then the error that a call ended with
    bytes request_{memory::budget::clients};   // for the dispatcher
    bytes response_{memory::budget::clients};  // its
};

}  // namespace callbox::mcp
