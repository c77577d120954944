// The Model Context Protocol without a network: a message in, its answer out. The rows of a table
// are the tools. Serves the revisions with a handshake ("legacy") and 2026-07-28 ("modern") at the
// same time: each message identifies its era, and there is no state between messages.
#pragma once

#include "rpc/dispatch.hpp"
#include "tool.hpp"

namespace callbox::mcp {

// The HTTP request fields of the protocol as sent; nothing for an absent field.
struct http_fields {
    std::optional<std::string_view> version = {};  // MCP-Protocol-Version
    std::optional<std::string_view> method = {};   // Mcp-Method
    std::optional<std::string_view> name = {};     // Mcp-Name
};

// Whether the value of Mcp-Name denotes `name`: unchanged, or as "=?base64?" Base64 "?=".
bool is_named(std::string_view field, std::string_view name);

// The sender of a message.
struct sender {
    const caller* from;
    const rpc::view* sees = nullptr;    // null: all
    const http_fields* head = nullptr;  // null: the message was read from standard input
};

// The outcome of a message.
struct reply {
    int status = 200;     // of the HTTP response
    bool silent = false;  // no response: the message was a notification
    bool waits = false;   // for a deferred call: nothing is appended, see take_pending()
    bool reports = false;  // and its client wants to know its progress
    // The id of the request that notifications/cancelled refers to, a JSON token in the message;
    // empty if the message is anything else.
    std::string_view cancelled = {};
};

// Requests by method and era: with a handshake and without.
inline constexpr std::array<std::string_view, 6> method_names{
    "initialize", "ping", "server/discover", "tools/list", "tools/call", "other"};
inline constexpr std::array<std::string_view, 2> era_names{"legacy", "modern"};

// Each endpoint has its own and is its only writer.
using request_counters =
    std::array<std::array<observe::counter, era_names.size()>, method_names.size()>;

// One for each thread that answers messages.
class endpoint {
public:
    // `calls` makes the calls of tools and counts them in `counts`; `is_private`: callers may see
    // different tools. Requires: the targets of `methods`, and the others, outlive it.
    endpoint(const table& methods, const api_info& about, const limits& bounds, bool is_private,
             rpc::dispatcher& calls, rpc::call_counters& counts, observe::logger& log);

    // Appends the answer to `out`; nothing if there is no response. May write to the message.
    // Throws std::bad_alloc.
    reply answer(std::span<char> text, const sender& client, bytes& out);

    // The id of the last message, a JSON token in it; "null" if it had none.
    std::string_view id() const { return id_; }

    // Releases the pending answer. Requires: the last answer() returned reply::waits.
    std::unique_ptr<rpc::pending> take_pending() { return std::move(pending_); }
    // Appends the answer to a deferred call of a tool. Requires: whole.is_complete().
    void answer_late(const rpc::pending& whole, bytes& out);

    const request_counters& requests() const { return requests_; }

    // Drops the lists of tools, before the views are destroyed.
    void clear() { tools_.clear(); }

private:
    // In the order of method_names.
    enum class verb : std::uint8_t { initialize, ping, discover, list, call, other };

    // The request being answered, whose id is id_.
    struct message {
        std::string_view method;
        verb what;
        const http_fields* head;
        bool is_modern = false;
        std::optional<value> params = {};
        std::optional<value> meta = {};
        std::optional<value> version = {};       // in _meta
        std::optional<value> capabilities = {};  // in _meta
    };
    // Why it is refused.
    struct refusal {
        int status = 200;
        int code = rpc::invalid_params;
        std::string_view message = "Invalid params";
        std::string_view why = {};
        std::optional<std::string_view> requested = {};  // an unsupported version, in place of why
    };

    static bool is_string(const std::optional<value>& v) { return v && v->is(kind::string); }
    std::string_view cancelled_by(const rpc::request& r);
    reply refuse(bytes& out, std::string_view id, const char* why);
    std::optional<value> member_of(const std::optional<value>& object, std::string_view name);
    static std::optional<refusal> refusal_of(const message& m);
    static std::optional<refusal> refusal_of_modern(const message& m);
    reply answer_method(const message& m, const sender& client, bytes& out);
    reply fail(const refusal& why, bytes& out);
    reply introduce(const message& m, bytes& out);
    reply list(const message& m, const sender& client, bytes& out);
    reply call(const message& m, const sender& client, bytes& out);
    void write_outcome(const rpc::called_tool& call, std::string_view response, bool is_error,
                       bytes& out);
    void write_error(const rpc::called_tool& call, std::string_view error, bytes& out);
    void append_text_of(const row& method, value error, bytes& out) const;
    void close_result(const message& m, bytes& out, bool is_cached = false) const;

    std::size_t response_bytes_max_;
    rpc::dispatcher* calls_;
    rpc::call_counters* counts_;
    request_counters requests_;
    tool_list tools_;
    bytes server_info_;    // {"name": ..., "version": ...}
    bytes modern_end_;     // the end of the result of a modern request
    bytes instructions_;   // a JSON string; empty: none
    bool is_private_;
    std::unique_ptr<rpc::pending> pending_;
    std::string_view id_ = "null";
    bool is_twice_ = false;     // the message's params have a duplicate member
    document document_;         // the message, then the error of a failed call
    bytes request_{memory::budget::clients};   // for the dispatcher
    bytes response_{memory::budget::clients};  // from the dispatcher
};

}  // namespace callbox::mcp
