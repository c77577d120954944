// Input: a request with its body. Output: the complete response. Passes accepted calls to rpc/ and
// answers or rejects all other requests.
#include "site.hpp"

#include "base/traceparent.hpp"
#include "http/characters.hpp"
#include "http/response.hpp"
#include "rpc/members.hpp"

#include <cmath>

namespace callbox::site {

using http::field;
using http::method;

namespace {

constexpr std::string_view json_type = "application/json";
constexpr std::string_view nosniff = "X-Content-Type-Options: nosniff\r\n";
constexpr std::array<std::string_view, 5> verb_names{"GET", "HEAD", "POST", "OPTIONS", "other"};
static_assert(static_cast<std::size_t>(method::other) + 1 == verb_names.size());

// segment-nz = 1*pchar, but "." and ".." mean other paths           RFC 3986, 3.3 and 5.2.4
// pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
bool is_segment(std::string_view text) {
    return !text.empty() && text != "." && text != ".." &&
           http::is_text_of(http::path_char, text) && text.find_first_of("[]") == text.npos;
}

int status_of(const rpc::reply& reply, status_mode mode) {
    if (reply.silent) return mode == status_mode::always_200 ? 200 : 204;
    if (mode != status_mode::mapped) return 200;
    if (!reply.error_code) return 200;
    switch (*reply.error_code) {
    case rpc::parse_error:
    case rpc::invalid_request:
    case rpc::invalid_params: return 400;
    case rpc::method_not_found: return 404;
    default: return 500;
    }
}

}  // namespace

// mount = 1*( "/" segment-nz ) [ "/" ]                             RFC 3986, 3.3
bool is_mount(std::string_view text) {
    if (!text.starts_with('/')) return false;
    text.remove_prefix(1);
    if (text.ends_with('/')) text.remove_suffix(1);
    if (text == "livez" || text == "readyz" || text == "metrics") return false;
    std::string_view rest = text;
    do {
        if (!is_segment(ascii::take_until(rest, '/'))) return false;
    } while (!rest.empty());
    return !text.ends_with('/');
}

site::site(const table& methods, void* state, const options& chosen, bool loopback_only,
           observe::logger& log, rpc::executor* executor, metrics* shown)
    : mount_(chosen.mount), public_url_(chosen.public_url),
      statuses_(chosen.http_status), server_timing_(chosen.server_timing),
      uses_shapes_(chosen.shapes),
      access_(chosen, loopback_only), caller_field_(chosen), methods_(methods),
      clients_(chosen.clients), token_is_needed_(!chosen.token_file.empty() || chosen.authenticate),
      authenticate_(chosen.authenticate), caller_headers_(chosen.caller_headers),
      calls_(rpc::counted_methods(methods)), info_(detail::info_of(chosen)),
      documents_(methods, &info_),
      dispatcher_(methods, state, chosen.limits, log, executor, &calls_),
      metrics_(shown), log_(&log) {
    dispatcher_.add(documents_);
    const auto event = std::ranges::find_if(methods.rows, &row::is_event);
    if (event != methods.rows.end()) {
        events_ = event->event.make_hub(methods, chosen.limits);
        dispatcher_.add(events_->unsubscribe());
    }
    serves_websockets_ = chosen.websocket == websocket_mode::on ||
                         (chosen.websocket == websocket_mode::automatic && events_ != nullptr);
    if (serves_websockets_) dispatcher_.add(cancel_);
    streams_ = events_ != nullptr || std::ranges::any_of(methods.rows, [](const row& r) {
                   return r.blocking || r.answers_later;
               });
    if (!uses_shapes_) dispatcher_.disable_fast_path();
    if (shown != nullptr && token_is_needed_) dispatcher_.add(*shown);
    if (chosen.mcp)
        tools_.emplace(methods, info_, chosen.limits, token_is_needed_, dispatcher_, calls_, log);
    if (mount_.ends_with('/')) mount_.pop_back();
    not_found_ = "nothing here; send calls by POST to " + mount_;
    if (chosen.enable_web_browsable_api) {
        table visible = methods;
        if (token_is_needed_) visible.rows = {};  // the page fetches them with the user's token
        page_.emplace(visible, chosen, serves_websockets_);
        not_found_ += "; the explorer is at " + mount_ + "/browse";
    }
}

bool site::respond(const request_context& in, std::span<char> body, bytes& out) {
    exchange x = begin(in, out);
    if (authorize(x)) return true;
    const bool is_post = in.request->verb == method::post;
    switch (x.may.where) {
    case place::endpoint:
        if (is_post) return call(x, body);
        if (in.request->verb == method::get) return upgrade(x);
        answer_options(x);
        break;
    case place::stream: return call_or_stream(x, body);
    case place::tools:
        if (is_post) return call_tool(x, body);
        answer_options(x);
        break;
    case place::explorer: answer_page(x); break;
    case place::document: answer_document(x); break;
    case place::client: answer_client(x); break;
    case place::health: answer_health(x); break;
    case place::metrics: answer_metrics(x); break;
    case place::server: finish(x, 204, {}); break;
    case place::nowhere: break;  // rejected by authorize()
    }
    return true;
}

void site::answer_late(const request_context& in, const rpc::pending& whole, bytes& out) {
    const exchange x = begin(in, out);
    const rpc::reply reply{.error_code = answer_late(whole, out)};
    finish(x, status_of(reply, statuses_), json_type,
           server_timing_ ? timing(whole.ticks()) : std::string_view{});
}

// Server-Timing = metric-name ";dur=" milliseconds                 W3C Server Timing, 3.1
std::string_view site::timing(std::uint64_t ticks) {
    fields_.clear();
    fields_.append("Server-Timing: app;dur=");
    writer(fields_).number(std::round(seconds_of(ticks) * 1e6) / 1000);
    fields_.append("\r\n");
    return fields_.view();
}

// Reserves as many bytes for the head as the last one had: if it fits, the body is not moved.
site::exchange site::begin(const request_context& in, bytes& out) const {
    const std::size_t room = out.room(head_bytes_) != nullptr ? head_bytes_ : 0;
    out.commit(room);
    return {&in, &out, out.size(), room};
}

bool site::refused(const request_context& in, bytes& out) {
    exchange x{&in, &out, out.size(), 0};
    return authorize(x);
}

void site::reject(const rejection& why, const request_context& in, bytes& out) {
    reject({&in, &out, out.size(), 0}, why);
}

// M, M/mcp and M/browse, each with or without a trailing slash, M/openrpc.json and M/client.ts.
// Paths below the mount take precedence over those of the server.
place site::place_of(std::string_view path, listener_role role) const {
    if (role != listener_role::admin && path.starts_with(mount_)) {
        const std::string_view below = path.substr(mount_.size());
        if (below.empty() || below == "/") return place::endpoint;
        if (tools_ && (below == "/mcp" || below == "/mcp/")) return place::tools;
        if (page_ && (below == "/browse" || below == "/browse/")) return place::explorer;
        if (below == "/openrpc.json") return place::document;
        if (page_ && clients_ != nullptr && client_language(below)) return place::client;
    }
    if (path == "/livez" || path == "/readyz") return place::health;
    if (role != listener_role::calls && metrics_ != nullptr && path == "/metrics")
        return place::metrics;
    return path == "*" ? place::server : place::nowhere;
}

// Finds the place of the request. Returns true, with the response written, if the request is
// rejected independently of its body.
bool site::authorize(exchange& x) {
    const http::request& r = *x.in->request;
    if (const permission* may = permissions_.find(r.head_id, x.in->at)) [[likely]] {
        x.may = *may;
        return false;
    }
    if (authorize_new(x)) return true;
    if (x.may.holder == &sender_) [[unlikely]] remember_sender(x);
    else permissions_.remember(r.head_id, x.in->at, x.may);
    return false;
}

bool site::authorize_new(exchange& x) {
    const http::request& r = *x.in->request;
    x.may.where = place_of(r.path(), x.in->at);
    access& rules = x.in->at == listener_role::admin && admin_access_ ? *admin_access_ : access_;
    if (!rules.is_served(r.authority()))
        return reject(x, rejections::wrong_host);
    switch (x.may.where) {
    case place::endpoint:
        if (authorize_endpoint(x)) return true;
        if (streams_ && r.verb == method::post &&
            http::accepts(r.head(), http::event_stream_type))
            x.may.where = place::stream;
        return false;
    case place::stream:
    case place::tools: return authorize_endpoint(x);
    case place::document:
    case place::client:
    case place::explorer:
    case place::health:
    case place::metrics:
        if (r.verb != method::get && r.verb != method::head)
            return reject(x, rejections::only_reading);
        if (!token_is_needed_) return false;
        if (x.may.where == place::document || x.may.where == place::client)
            return authorize_token(x);
        // An admin listener serves metrics to every client. Other listeners require a token, as
        // metrics reveal methods outside of some tokens' scopes.
        if (x.may.where != place::metrics || x.in->at == listener_role::admin) return false;
        return authorize_token(x) ||
               (!x.may.sees->watches() && reject(x, rejections::wrong_scope));
    case place::server: return false;  // http/ accepts it only for OPTIONS
    case place::nowhere: break;
    }
    return reject(x, rejections::not_found.with(not_found_));
}

bool site::authorize_endpoint(exchange& x) {
    const http::request& r = *x.in->request;
    if (r.verb == method::options) return false;
    const bool is_post = r.verb == method::post;
    if (!is_post && !is_upgrade(x)) return reject(x, rejections::only_posting);
    if (access_.is_cross_site(r))
        return reject(x, rejections::wrong_origin);
    if (const rejection* why = caller_field_.find(r, x.in->peer, x.user)) return reject(x, *why);
    if (!is_post) return authorize_upgrade(x);
    if (token_is_needed_ && authorize_token(x)) return true;
    const std::string_view coding = r[field::content_encoding];
    if (!coding.empty() && !ascii::is_word(coding, "identity"))
        return reject(x, rejections::compressed);
    const std::string_view error = content_type_error(r[field::content_type]);
    return !error.empty() && reject(x, rejections::wrong_type.with(error));
}

// Requires: token_is_needed_.
bool site::authorize_token(exchange& x) {
    return authorize_token(x, bearer_token((*x.in->request)[field::authorization]));
}

bool site::authorize_token(exchange& x, std::optional<std::string_view> sent) {
    if (authenticate_) return authenticate(x, sent);
    const auto at = sent ? tokens_.find(*sent) : std::nullopt;
    if (!at) return reject(x, sent ? rejections::wrong_token : rejections::no_token);
    x.may.holder = &tokens_.all()[*at];
    x.may.sees = &views_[*at];
    return false;
}

[[gnu::always_inline]] inline caller site::caller_of(const exchange& x) {
    const http::request& r = *x.in->request;
    caller from{.peer = x.in->peer, .uid = x.in->uid, .user = x.user,
                .call = dispatcher_.call_to_log()};
    if (x.may.holder != nullptr) from.token = x.may.holder->name;
    if (r.has(field::traceparent) && is_traceparent(r[field::traceparent]))
        from.traceparent = r[field::traceparent];
    if (!caller_headers_.empty()) [[unlikely]] from.fields = listed_fields(r.head());
    return from;
}

bool site::call(const exchange& x, std::span<char> body) {
    const caller from = caller_of(x);
    const std::uint64_t begin = server_timing_ ? ticks_now() : 0;
    return finish_call(x, dispatcher_.dispatch(body, *x.out, from, x.may.sees), begin);
}

[[gnu::always_inline]] inline bool site::finish_call(const exchange& x, const rpc::reply& reply,
                                                     std::uint64_t begin) {
    if (reply.waits) x.out->truncate(x.body_at - x.room);
    else if (reply.silent || reply.error_code || !finish_usual(x))
        finish(x, status_of(reply, statuses_), reply.silent ? std::string_view{} : json_type,
               server_timing_ ? timing(ticks_between(begin, ticks_now())) : std::string_view{});
    return !reply.waits;
}

bool site::call_or_stream(const exchange& x, std::span<char> body) {
    const std::uint64_t begin = ticks_now();
    const std::optional<rpc::reply> reply = call_event(x, caller_of(x), body);
    if (!reply) return !lasting_;
    if (reply->waits && !http::accepts(x.in->request->head(), json_type))
        return begin_stream(x, nullptr);
    return finish_call(x, *reply, begin);
}

bool site::call_tool(const exchange& x, std::span<char> body) {
    const http::request& r = *x.in->request;
    const auto sent = [&](field name) {
        return r.has(name) ? std::optional(r[name]) : std::nullopt;
    };
    const mcp::http_fields head{.version = sent(field::mcp_protocol_version),
                                .method = sent(field::mcp_method),
                                .name = sent(field::mcp_name)};
    const caller from = caller_of(x);
    const std::uint64_t begin = server_timing_ ? ticks_now() : 0;
    const mcp::reply reply = tools_->answer(body, {&from, x.may.sees, &head}, *x.out);
    if (reply.reports && http::accepts(r.head(), http::event_stream_type))
        return begin_stream(x, nullptr);
    if (reply.waits) x.out->truncate(x.body_at - x.room);
    else if (reply.status != 200 || !finish_usual(x))
        finish(x, reply.status, reply.silent ? std::string_view{} : json_type,
               server_timing_ ? timing(ticks_between(begin, ticks_now())) : std::string_view{});
    return !reply.waits;
}

void site::put_field(bytes& to, std::string_view name, std::string_view value) {
    rpc::append(to, {name, ": ", value, "\r\n"});
}

// The body is a JSON-RPC error: clients need only one parser. Always returns true, for authorize().
bool site::reject(const exchange& x, const rejection& why) {
    const bool theirs = why.status < 500;
    const http::request* const r = x.in->request;
    counts_.rejected(why.counted_as);
    log_->event(log_level::info, "refused",
                {{"status", std::int64_t{why.status}},
                 {"method", r == nullptr ? "" : verb_names[static_cast<std::size_t>(r->verb)]},
                 {"target", r == nullptr ? "" : r->path()},
                 {"peer", x.in->peer},
                 {"token", x.may.holder == nullptr ? "" : std::string_view(x.may.holder->name)},
                 {"user", x.user},
                 {"reason", why.reason}});
    bytes message;  // does not throw if out of memory, which may be the reason
    rpc::append(message, {theirs ? "Invalid Request: " : "Server error: ", why.reason});
    rpc::respond_error(*x.out, "null", theirs ? int{rpc::invalid_request} : -32000,
                       message.overflowed() ? why.reason : message.view());
    finish(x, why.status, json_type, why.fields);
    return true;
}

// Finishes the response to a successful call if the most common head fits it.
bool site::finish_usual(const exchange& x) {
    const http::request& r = *x.in->request;
    if (server_timing_ || x.in->close || r.version_1_0 || r.has(field::origin)) return false;
    if (!http::put_usual_head(*x.out, x.body_at, x.room, x.in->date)) return false;
    counts_.answered(200);
    return true;
}

// Inserts the head before the body. `fields` may be fields_.
void site::finish(const exchange& x, int status, std::string_view type, std::string_view fields,
                  bool streams) {
    const http::request* const r = x.in->request;
    const std::string_view origin = r != nullptr ? access_.allowed_origin(*r) : std::string_view{};
    std::string_view lines = fields;
    if (fields.empty() && origin.empty()) {
        fields_.clear();
        if (!type.empty()) lines = nosniff;
    } else {
        if (fields.data() != fields_.data()) {
            fields_.clear();
            fields_.append(fields);
        }
        if (!type.empty()) fields_.append(nosniff);
        if (!origin.empty()) {
            put_field(fields_, "Access-Control-Allow-Origin", origin);
            fields_.append("Vary: Origin\r\n");
        }
        lines = fields_.view();
    }
    bytes& out = *x.out;
    head_bytes_ = http::put_head(out, x.body_at,
                                 {.status = status,
                                  .date = x.in->date,
                                  .content_type = type,
                                  .fields = lines,
                                  .close = streams || (x.in->close && status != 101),
                                  .keep_alive = !x.in->close && !streams && r != nullptr &&
                                                r->version_1_0,
                                  .room = x.room,
                                  .streams = streams});
    const bool whole = head_bytes_ != 0 && !fields_.overflowed();
    if (!whole) (void)out.room(SIZE_MAX);  // makes `out` overflow
    else counts_.answered(status);
    if (whole && r != nullptr && r->verb == method::head)
        out.truncate(x.body_at - x.room + head_bytes_);
}

}  // namespace callbox::site
