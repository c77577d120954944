// Answers the handshake of a WebSocket and the messages after it, and calls of events by POST: with
// a stream of server-sent events.
#include "site.hpp"

#include "http/response.hpp"

namespace callbox::site {

using http::field;

namespace {

// X-Accel-Buffering is for nginx.
constexpr std::string_view closed_stream =
    "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\n";
constexpr std::string_view chunked_stream =
    "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n";

// base64url without padding: RFC 4648, 5. Nothing if it is not.
std::optional<std::string> from_base64url(std::string_view text) {
    std::string padded(text);
    for (char& c : padded)
        c = c == '-' ? '+' : c == '_' ? '/' : c == '+' || c == '/' || c == '=' ? '?' : c;
    padded.append((4 - padded.size() % 4) % 4, '=');
    std::vector<std::byte> bytes;
    if (!callbox::detail::read_text(padded, bytes).empty()) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

bool site::is_upgrade(const exchange& x) {
    const http::request& r = *x.in->request;
    if (!serves_websockets_ || x.may.where != place::endpoint || r.verb != http::method::get)
        return false;
    opening_ = websocket::read_opening(r);
    return opening_.what != websocket::offer::none;
}

// Browsers cannot set Authorization. They send the token as a subprotocol, which is never selected:
// they also offer "callbox", as they require one that is.
bool site::authorize_upgrade(exchange& x) {
    const bool is_in_protocol = opening_.bearer && !x.in->request->has(field::authorization);
    if (is_in_protocol && !opening_.offers_callbox)
        return reject(x, rejections::token_without_protocol);
    if (token_is_needed_ && is_in_protocol) {
        const auto sent = from_base64url(*opening_.bearer);
        if (authorize_token(x, sent.value_or(""))) return true;
    } else if (token_is_needed_ && authorize_token(x)) {
        return true;
    }
    if (opening_.what == websocket::offer::bad_version) return reject(x, rejections::wrong_version);
    return opening_.what == websocket::offer::malformed &&
           reject(x, rejections::wrong_handshake.with(opening_.reason));
}

// Returns false if the WebSocket begins.
bool site::upgrade(const exchange& x) {
    fields_.clear();
    fields_.append("Upgrade: websocket\r\nConnection: Upgrade\r\n");
    put_field(fields_, "Sec-WebSocket-Accept", websocket::accept_of(opening_.key));
    if (!opening_.protocol.empty()) put_field(fields_, "Sec-WebSocket-Protocol", opening_.protocol);
    finish(x, 101, {}, fields_.view());
    if (x.out->overflowed()) return true;
    lasting_ = client_of(x);
    return false;
}

bool site::respond(const message_context& in, std::span<char> message, bytes& out) {
    caller from{.peer = in.peer, .uid = in.uid, .via = call_protocol::websocket,
                .call = dispatcher_.call_to_log()};
    const rpc::view* sees = nullptr;
    if (const lasting_sender* const sender = in.client->sender.get()) {
        from.token = sender->name;
        from.user = text_of(sender->user);
        from.fields = listed_fields(text_of(sender->head));
        sees = sender->sees;
    }
    if (in.client->holder != lasting_client::no_holder) {
        from.token = tokens_.all()[in.client->holder].name;
        sees = &views_[in.client->holder];
    }
    dispatcher_.set_waiting(in.waiting);
    return !dispatcher_.dispatch(message, out, from, sees).waits;
}

std::optional<int> site::answer_late(const rpc::pending& whole, bytes& out) {
    std::optional<int> code;
    if (whole.of_tool.method != nullptr) tools_->answer_late(whole, out);
    else code = whole.append_to(out);
    whole.count_into(calls_);
    return code;
}

std::string_view site::holder_name(const message_context& in) const {
    const std::uint32_t holder = in.client->holder;
    if (holder != lasting_client::no_holder) return tokens_.all()[holder].name;
    return in.client->sender == nullptr ? std::string_view{} : in.client->sender->name;
}

void site::log_opened(const message_context& in) {
    log_->event(log_level::info, "websocket_open",
                {{"peer", in.peer},
                 {"token", holder_name(in)},
                 {"user", in.client->user()}});
}

void site::log_closed(const message_context& in, unsigned code, std::string_view reason) {
    log_->event(log_level::info, "websocket_close",
                {{"peer", in.peer},
                 {"token", holder_name(in)},
                 {"user", in.client->user()},
                 {"code", std::int64_t{code}},
                 {"reason", reason}});
}

bool site::find_again(std::uint32_t& holder, const tokens& next) const {
    if (holder == lasting_client::no_holder) return true;
    const auto found = tokens_.find_in(next, holder);
    if (found) holder = static_cast<std::uint32_t>(*found);
    return found.has_value();
}

// A call of an event begins a stream, whose first event is the response. Returns the reply of any
// other message.
std::optional<rpc::reply> site::call_event(const exchange& x, const caller& from,
                                           std::span<char> body) {
    const bool is_chunked = !x.in->request->version_1_0;
    std::unique_ptr<events::stream> stream;
    if (events_) stream = events_->make_stream(x.in->peer);
    const rpc::subscribing here(dispatcher_, stream.get());
    const rpc::reply reply = dispatcher_.dispatch(body, *x.out, from, x.may.sees);
    if (stream == nullptr || stream->count() == 0) return reply;
    const std::string response(x.out->view().substr(x.body_at));
    x.out->truncate(x.body_at);
    http::append_line(*x.out, http::retry_line, is_chunked);
    http::append_event(*x.out, response, is_chunked);
    (void)begin_stream(x, std::move(stream));
    return std::nullopt;
}

// Completes the response, which is a stream. Returns false if it begins, as respond() does.
bool site::begin_stream(const exchange& x, std::unique_ptr<events::stream> events) {
    const bool is_chunked = !x.in->request->version_1_0;
    finish(x, 200, http::event_stream_type, is_chunked ? chunked_stream : closed_stream, true);
    if (x.out->overflowed()) throw std::bad_alloc();
    lasting_ = client_of(x);
    lasting_->is_chunked = is_chunked;
    lasting_->stream = std::move(events);
    return false;
}

}  // namespace callbox::site
