// Answers one HTTP request: the endpoint, its document, the explorer, metrics, health or a refusal.
#pragma once

#include "access.hpp"
#include "base/listener_role.hpp"
#include "caller_field.hpp"
#include "http/known_heads.hpp"
#include "mcp/endpoint.hpp"
#include "observe/counters.hpp"
#include "observe/logger.hpp"
#include "observe/metrics.hpp"
#include "openrpc/document.hpp"
#include "page.hpp"
#include "rejection.hpp"
#include "request_context.hpp"
#include "rpc/dispatch.hpp"
#include "rpc/view.hpp"
#include "tokens.hpp"

#include <callbox/bytes.hpp>
#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::site {

// rpc.status: what the server does now, for callers whose view watches().
class status_method final : public rpc::protocol_method {
public:
    explicit status_method(const observe::metrics& shown)
        : protocol_method("rpc.status"), metrics_(&shown) {}

    bool is_visible(const rpc::view* sees) const override {
        return sees != nullptr && sees->watches();
    }
    void write_result(const rpc::view*, writer& to) override { metrics_->write_status(to); }

private:
    const observe::metrics* metrics_;
};

// One for each loop; answers one request at a time. Views passed in need to live only for the call.
class site {
public:
    // `loopback_only` says whether every listener but those for listener_role::admin is on loopback
    // or a unix socket. `deferred`, if not null, calls the methods that block. `shown` is what
    // /metrics answers; null: there is no /metrics.
    // Requires: what `methods` and `state` point to, `log`, `deferred` and `shown` outlive it.
    site(const table& methods, void* state, const options& how, bool loopback_only,
         observe::logger& log, rpc::executor* deferred = nullptr,
         const observe::metrics* shown = nullptr);

    // From now on checks requests of listener_role::admin by `how`; until then like all others.
    void open_admin(const options& how, bool loopback_only) {
        admin_access_.emplace(how, loopback_only);
    }

    // Sets who may call from now on. With options::token_file nobody may until then; without it
    // everybody may, always.
    void admit(tokens&& holders);

    // Appends the whole answer to a request with its body to `out`. May write to the body. When
    // memory runs out, `out` has overflowed and what was appended is no answer. Returns false, with
    // nothing appended, when the answer waits for deferred calls: take_pending() then has it.
    // Requires, as do answer_late() and refused(): `in` has a request. All requests that have a
    // head_id are of one known_heads.
    [[nodiscard]] bool respond(const request_context& in, std::span<char> body, bytes& out);
    std::unique_ptr<rpc::pending> take_pending() {
        auto waits = dispatcher_.take_pending();
        return waits != nullptr || !tools_ ? std::move(waits) : tools_->take_pending();
    }
    // Appends the answer to that request once it no longer waits. Requires: whole.is_complete().
    void answer_late(const request_context& in, const rpc::pending& whole, bytes& out);

    // Whether a request is refused whatever its body is: its final answer is then in `out`, and
    // the connection must end with it. For Expect: 100-continue, which asks before it sends.
    bool refused(const request_context& in, bytes& out);

    // options::shapes
    bool uses_shapes() const { return uses_shapes_; }

    const observe::call_counters& calls() const { return calls_; }
    observe::call_counters& calls() { return calls_; }
    const observe::http_counters& counts() const { return counts_; }
    observe::http_counters& counts() { return counts_; }

    // Appends the answer to bytes that are no request, and to what the loop can't take. The
    // connection must end with it. Where the head was read, `in` has its request, so that a page of
    // an allowed origin may read the answer.
    void reject(const rejection& why, const request_context& in, bytes& out);

private:
    enum class place : std::uint8_t {
        endpoint, tools, explorer, document, client, health, metrics, server, nowhere
    };
    // An answer while it is made: to what, how, and where in `out` its body begins.
    struct exchange {
        const request_context* in;
        place at;  // which authorize() finds
        bytes* out;
        std::size_t body_at;
        std::size_t room;  // left for the head before the body
        const tokens::holder* holder = nullptr;  // of the token, once it is authorized
        const rpc::view* sees = nullptr;         // what the holder sees; null: all
        std::string_view user = {};              // whom a proxy names
    };

    // To call, at that place: for requests of that head_id, from listeners of that role.
    struct permission {
        std::uint64_t head_id = UINT64_MAX;  // which no request has
        place what = place::endpoint;
        listener_role at = listener_role::all;
        const tokens::holder* holder = nullptr;
        const rpc::view* sees = nullptr;
    };

    place place_of(std::string_view path, listener_role at) const;
    bool may_call(exchange& x) const;
    void remember(const exchange& x);
    bool authorize(exchange& x);
    bool authorize_endpoint(exchange& x);
    bool authorize_metrics(exchange& x);
    bool authorize_token(exchange& x);
    exchange begin(const request_context& in, bytes& out) const;
    caller caller_of(const exchange& x) const;
    bool call(const exchange& x, std::span<char> body);
    bool call_tool(const exchange& x, std::span<char> body);
    void put_field(std::string_view name, std::string_view value);
    std::string_view timing(std::uint64_t ticks);
    void answer_options(const exchange& x);
    void answer_page(const exchange& x);
    void answer_document(const exchange& x);
    void answer_client(const exchange& x);
    const std::string& client_of(const rpc::view* sees, std::string_view language);
    std::string url_of(const http::request& r) const;
    void answer_health(const exchange& x);
    void answer_metrics(const exchange& x);
    bool reject(const exchange& x, const rejection& why);
    bool finish_usual(const exchange& x);
    void finish(const exchange& x, int status, std::string_view type, std::string_view fields = {});

    std::string mount_;      // without a '/' at its end
    std::string public_url_;
    std::string not_found_;  // says where the endpoint is
    status_mode statuses_;
    bool server_timing_;
    bool uses_shapes_;
    access access_;
    std::optional<access> admin_access_;
    caller_field caller_field_;
    table methods_;
    const client_command* clients_;  // null: there is none
    // Made when first asked for, each for a view and a language, until the views go.
    std::map<std::pair<const rpc::view*, std::string_view>, std::string> clients_made_;
    bool token_is_needed_;
    tokens tokens_;
    std::vector<rpc::view> views_;  // indexed like the holders
    std::array<permission, http::known_heads::heads_max> permissions_;  // of the last heads
    observe::call_counters calls_;
    observe::http_counters counts_;
    api_info info_;
    openrpc::documents documents_;
    rpc::dispatcher dispatcher_;
    std::optional<mcp::endpoint> tools_;  // options::mcp
    const observe::metrics* metrics_;
    std::optional<status_method> status_;
    observe::logger* log_;
    std::optional<page> page_;
    std::size_t head_bytes_ = 0;   // of the last answer
    bytes fields_;                 // a buffer for the field lines of one answer
};

}  // namespace callbox::site
