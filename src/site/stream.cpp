// Answers calls of events by POST: with a stream of server-sent events.
#include "site.hpp"

#include "http/event_stream.hpp"

namespace callbox::site {

namespace {

// X-Accel-Buffering is for nginx.
constexpr std::string_view closed_stream =
    "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\n";
constexpr std::string_view chunked_stream =
    "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n";

}  // namespace

bool serves_websockets(const table& methods, const options& chosen) {
    if (chosen.websocket != websocket_mode::automatic)
        return chosen.websocket == websocket_mode::on;
    return std::ranges::any_of(methods.rows, &row::is_event);
}

// A call of an event begins a stream, whose first event is the response. Returns the reply of any
// other message.
std::optional<rpc::reply> site::call_event(const exchange& x, const caller& from,
                                           std::span<char> body) {
    const bool is_chunked = !x.in->request->version_1_0;
    std::unique_ptr<events::stream> stream = events_->make_stream(
        x.in->peer, is_chunked ? events::framing::chunked_response : events::framing::response);
    const rpc::subscribing here(dispatcher_, stream.get());
    const rpc::reply reply = dispatcher_.dispatch(body, *x.out, from, x.may.sees);
    if (stream->count() == 0) return reply;
    const std::string response(x.out->view().substr(x.body_at));
    x.out->truncate(x.body_at);
    stream->append_first(*x.out, response);
    finish(x, 200, http::event_stream_type, is_chunked ? chunked_stream : closed_stream, true);
    if (!x.out->overflowed())
        streaming_ = event_client{std::move(stream), holder_of(x)};
    return std::nullopt;
}

}  // namespace callbox::site
