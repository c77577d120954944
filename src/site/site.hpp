// Answers one HTTP request: endpoint, document, explorer, metrics, health or a rejection.
#pragma once

#include "access.hpp"
#include "base/listener_role.hpp"
#include "events/hub.hpp"
#include "metrics.hpp"
#include "openrpc/document.hpp"
#include "page.hpp"
#include "tokens.hpp"
#include "websocket/handshake.hpp"

namespace callbox::site {

// Everything that a response depends on besides the request's body. Only server/connection builds
// one, complete and constant, for each response, also for responses to malformed requests. Its
// views are valid while the response is built.
struct request_context {
    std::string_view date;                   // an IMF-fixdate
    bool draining = false;                   // then /readyz returns 503
    bool close = false;                      // the connection closes after the response
    listener_role at = listener_role::all;   // of the connection's listener
    std::string_view peer = {};              // as in callbox::caller
    std::optional<std::uint32_t> uid = {};
    const http::request* request = nullptr;  // null: malformed
};

inline std::string_view text_of(const memory::block<char>& text) {
    return {text.get(), text.get_deleter().bytes};
}

// A sender that options::authenticate has recognized, with its name.
struct recognized : tokens::holder {
    const rpc::view* sees = nullptr;  // what it may call; null: there is no options::authenticate
    time_ms until = 0;                // it must be recognized again after this time
    std::string bearer = {};
};
// The same of a lasting client, and what it sent to begin.
struct lasting_sender : recognized {
    memory::block<char> head = {};
    memory::block<char> user = {};  // named by a proxy
};

// The client of a WebSocket, or of server-sent events as the response to its request: as that
// request identified it.
struct lasting_client {
    static constexpr std::uint32_t no_holder = UINT32_MAX;

    std::string_view user() const { return sender ? text_of(sender->user) : ""; }

    std::uint32_t holder = no_holder;    // of its token: the index among all
    bool is_chunked = false;             // the response with events; else it ends the connection
    std::unique_ptr<lasting_sender> sender;  // null: not needed
    std::unique_ptr<events::stream> stream;  // null: a WebSocket, which may make one, or progress
};

// The same as request_context, for the responses to messages of a WebSocket. Only
// server/websocket_session builds one.
struct message_context {
    std::string_view peer = {};
    std::optional<std::uint32_t> uid = {};
    const lasting_client* client;
    const std::vector<std::unique_ptr<rpc::pending>>* waiting = nullptr;  // its answers
};

// Whether `text` is a path for the endpoint, such as "/api" or "/v1/rpc": one or more segments, all
// after a "/", with an optional "/" at the end; not a path reserved by the server.
bool is_mount(std::string_view text);

// Why a body of that Content-Type is not accepted as JSON: a clause that includes what to send
// instead; empty: it is accepted. A missing type is accepted.
std::string_view content_type_error(std::string_view content_type);

// The language of a typed client by its path below the mount: "typescript" for "/client.ts".
inline std::optional<std::string_view> client_language(std::string_view below) {
    if (below == "/client.ts") return "typescript";
    if (below == "/client.py") return "python";
    if (below == "/client.hpp") return "c++";
    return std::nullopt;
}

// stream: the endpoint, for a client that accepts server-sent events.
enum class place : std::uint8_t {
    endpoint, tools, explorer, document, client, health, metrics, server, nowhere, stream
};

// The place of a request, and the holder of its token.
struct permission {
    place where = place::nowhere;
    const tokens::holder* holder = nullptr;  // of its token
    const rpc::view* sees = nullptr;         // the methods visible to the holder; null: all
};

// A permission depends only on the head, the listener's role and the tokens. Requests with equal
// heads (http::request::head_id) therefore need one authorization until the tokens change.
class permissions {
public:
    // Null: this head must be authorized.
    const permission* find(std::uint64_t head_id, listener_role role) const {
        const entry& one = latest_[head_id % latest_.size()];
        return one.head_id == head_id && one.role == role ? &one.may : nullptr;
    }
    void remember(std::uint64_t head_id, listener_role role, const permission& may) {
        if (head_id != 0) latest_[head_id % latest_.size()] = {head_id, role, may};
    }
    // The same until forget(); `sender` is the holder, and becomes empty.
    void remember(std::uint64_t head_id, listener_role role, permission& may, recognized& sender) {
        if (head_id == 0) return;
        recognized& kept = senders_[head_id % senders_.size()];
        kept = std::move(sender);
        may.holder = &kept;
        remember(head_id, role, may);
    }
    // Forgets the senders that must be recognized again before that time.
    void forget(time_ms until) {
        for (std::size_t i = 0; i < latest_.size(); ++i)
            if (latest_[i].may.holder == &senders_[i] && senders_[i].until < until) latest_[i] = {};
    }

private:
    struct entry {
        std::uint64_t head_id = UINT64_MAX;  // of no request
        listener_role role = listener_role::all;
        permission may = {};
    };
    std::array<entry, 4> latest_;
    std::array<recognized, 4> senders_;  // indexed like the latest
};

// One per loop; answers one request at a time. Views passed in need to live only for the call.
class site {
public:
    // `loopback_only`: every listener, except those for listener_role::admin, is on loopback or a
    // unix socket. `executor`, if not null, calls blocking methods. `shown` is the source of
    // /metrics and rpc.status; null: there are none.
    // Requires: the targets of `methods` and `state`, `log`, `executor` and `shown` outlive it.
    [[gnu::cold]]
    site(const table& methods, void* state, const options& chosen, bool loopback_only,
         observe::logger& log, rpc::executor* executor = nullptr,
         metrics* shown = nullptr);

    // Sets the access rules of listener_role::admin; until then the common rules apply.
    void open_admin(const options& chosen, bool loopback_only) {
        admin_access_.emplace(chosen, loopback_only);
    }

    // Replaces the tokens. With options::token_file all calls are rejected until the first call of
    // admit(); without it all calls are allowed. If memory runs out, nothing changes.
    void admit(tokens&& holders) { admit(std::move(holders), views_of(holders)); }
    // The same in two steps, of which only the first needs memory.
    [[gnu::cold]] std::vector<rpc::view> views_of(const tokens& holders) const;
    [[gnu::cold]] void admit(tokens&& holders, std::vector<rpc::view>&& views) noexcept;

    // Appends the complete response to a request with its body to `out`. May write to the body. If
    // memory runs out, `out` has overflowed and has no valid response. Returns false if
    // take_lasting() has a client, or if the response waits for deferred calls: take_pending() then
    // returns it and, without such a client, nothing is appended. Requires, as do answer_late() and
    // refused(): `in` has a request. All requests come from one http::head_reader.
    [[nodiscard]] bool respond(const request_context& in, std::span<char> body, bytes& out);
    std::unique_ptr<rpc::pending> take_pending() {
        auto waits = dispatcher_.take_pending();
        return waits != nullptr || !tools_ ? std::move(waits) : tools_->take_pending();
    }
    // Completes calls of later<T>.
    rpc::dispatcher& dispatcher() { return dispatcher_; }
    // The client of a WebSocket that begins after the appended response, 101, or of the stream that
    // begins with it: of events or, if take_pending() has an answer, of progress and that answer.
    std::optional<lasting_client> take_lasting() { return std::exchange(lasting_, {}); }
    // The events of the table; null: it has none.
    events::hub* events() const { return events_.get(); }
    // What calls of events in messages subscribe to; null: they cannot. Until it is replaced.
    void set_subscriber(rpc::subscriber* next) { dispatcher_.set_subscriber(next); }
    // Appends the response to a request that no longer waits. Requires: whole.is_complete().
    void answer_late(const request_context& in, const rpc::pending& whole, bytes& out);

    // The same for a message of a WebSocket. Appends the body that the response to a POST of the
    // message would have; nothing if it has none.
    [[nodiscard]] bool respond(const message_context& in, std::span<char> message, bytes& out);
    // Also for the event of a stream. Returns the code of the error, if the answer is one.
    std::optional<int> answer_late(const rpc::pending& whole, bytes& out);
    // Log that a WebSocket was opened or closed.
    void log_opened(const message_context& in);
    void log_closed(const message_context& in, unsigned code, std::string_view reason);
    // Finds the token of a client, lasting_client::holder, among `next`, which replace the tokens
    // before its next message. False, with `holder` unchanged: it is not among them.
    [[nodiscard]] bool find_again(std::uint32_t& holder, const tokens& next) const;

    // options::authenticate
    bool authenticates() const { return authenticate_ != nullptr; }
    // Forgets the senders that it must recognize again before that time.
    void forget_until(time_ms end) { permissions_.forget(end); }
    // Recognizes again the sender of a WebSocket or stream. Returns false if it is refused.
    [[nodiscard]] bool renew(lasting_sender& sender, std::string_view peer,
                             std::optional<std::uint32_t> uid);

    // See rpc/call_runner.
    void set_continues(bool continues) { dispatcher_.set_continues(continues); }
    std::uint64_t last_ticks() const { return dispatcher_.last_ticks(); }

    // Whether a request is rejected independently of its body. If so, the final response is in
    // `out`, and the connection must close after it. For Expect: 100-continue.
    bool refused(const request_context& in, bytes& out);

    // options::shapes
    bool uses_shapes() const { return uses_shapes_; }
    // options::websocket
    bool serves_websockets() const { return serves_websockets_; }

    rpc::call_counters& calls() { return calls_; }
    response_counters& counts() { return counts_; }
    // Adds the counters of responses, calls and tools.
    void add_to(metrics& shown) const {
        shown.add_worker(calls_, tools_ ? &tools_->requests() : nullptr, counts_, *log_);
    }

    // Appends the response to a malformed request or to one that the loop cannot accept. The
    // connection must close after it. If the head was read, `in` has the request: pages of an
    // allowed origin may then read the response.
    void reject(const rejection& why, const request_context& in, bytes& out);

private:
    // A response under construction.
    struct exchange {
        const request_context* in;
        bytes* out;
        std::size_t body_at;         // where the body begins in `out`
        std::size_t room;            // reserved for the head before the body
        permission may = {};         // set by authorize()
        std::string_view user = {};  // named by a proxy
    };

    place place_of(std::string_view path, listener_role role) const;
    bool authorize(exchange& x);
    bool authorize_new(exchange& x);
    bool authorize_endpoint(exchange& x);
    bool authorize_token(exchange& x);
    bool authorize_token(exchange& x, std::optional<std::string_view> sent);
    [[gnu::cold]] bool authenticate(exchange& x, std::optional<std::string_view> bearer);
    [[gnu::cold]] void remember_sender(exchange& x);
    result<void> recognize(const request_head& head, recognized& sender);
    const rpc::view& view_of(const std::vector<std::string>& scopes);
    lasting_client client_of(const exchange& x) const;
    std::string_view listed_fields(std::string_view head);
    bool is_upgrade(const exchange& x);
    bool authorize_upgrade(exchange& x);
    bool upgrade(const exchange& x);
    std::string_view holder_name(const message_context& in) const;
    exchange begin(const request_context& in, bytes& out) const;
    caller caller_of(const exchange& x);
    bool call(const exchange& x, std::span<char> body);
    bool finish_call(const exchange& x, const rpc::reply& reply, std::uint64_t begin);
    [[gnu::cold]] bool call_or_stream(const exchange& x, std::span<char> body);
    [[gnu::cold]] bool begin_stream(const exchange& x, std::unique_ptr<events::stream> events);
    [[gnu::cold]] std::optional<rpc::reply> call_event(const exchange& x, const caller& from,
                                                       std::span<char> body);
    bool call_tool(const exchange& x, std::span<char> body);
    static void put_field(bytes& to, std::string_view name, std::string_view value);
    std::string_view timing(std::uint64_t ticks);
    [[gnu::cold]] void answer_options(const exchange& x);
    void answer_page(const exchange& x);
    void answer_document(const exchange& x);
    void answer_client(const exchange& x);
    void answer_health(const exchange& x);
    void answer_metrics(const exchange& x);
    [[gnu::cold]] bool reject(const exchange& x, const rejection& why);
    bool finish_usual(const exchange& x);
    void finish(const exchange& x, int status, std::string_view type, std::string_view fields = {},
                bool streams = false);

    std::string mount_;      // without a trailing '/'
    std::string public_url_;
    std::string not_found_;  // names the endpoint's path
    status_mode statuses_;
    bool server_timing_;
    bool uses_shapes_;
    bool serves_websockets_;
    bool streams_;  // events or progress
    access access_;
    std::optional<access> admin_access_;
    caller_field caller_field_;
    table methods_;
    const client_command* clients_;  // null: there is none
    // Generated on the first request, for each view and language; dropped with the views.
    std::map<std::pair<const rpc::view*, std::string_view>, std::string> clients_made_;
    bool token_is_needed_;
    tokens tokens_;
    std::vector<rpc::view> views_;  // indexed like the holders
    std::function<result<identity>(const request_head&)> authenticate_;  // empty: tokens
    std::vector<std::string> caller_headers_;
    bytes listed_fields_;  // of the last request
    recognized sender_;  // of the last request that was recognized
    std::map<std::vector<std::string>, rpc::view> views_of_scopes_;
    permissions permissions_;
    rpc::call_counters calls_;
    response_counters counts_;
    api_info info_;
    openrpc::documents documents_;
    rpc::dispatcher dispatcher_;
    rpc::protocol_method cancel_ = rpc::cancel_request();
    std::unique_ptr<events::hub> events_;  // null: the table has none
    std::optional<mcp::endpoint> tools_;  // options::mcp
    const metrics* metrics_;
    observe::logger* log_;
    std::optional<page> page_;
    websocket::opening opening_;  // of the last request for an upgrade
    std::optional<lasting_client> lasting_;
    std::size_t head_bytes_ = 0;   // of the last response
    bytes fields_;                 // buffer for the field lines of one response
};

}  // namespace callbox::site
