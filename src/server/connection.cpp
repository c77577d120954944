// Accepts bytes read by the loop; returns bytes to send and a deadline. site/ answers each complete
// request. The phase transitions are in this file, in connection_output.cpp and in
// connection_websocket.cpp.
#include "connection.hpp"

#include "http/response.hpp"

namespace callbox::net {

namespace {

using site::cause;
namespace rejections = site::rejections;

constexpr std::size_t room_min = 4 << 10;        // minimum growth of the input buffer
constexpr std::size_t room_free_enough = 1 << 10;  // free capacity used before it grows

// The timeout of each phase with a deadline; null: that of a silent stream.
constexpr std::array<std::uint32_t limits::*, static_cast<std::size_t>(phase::closed)> timeouts{
    &limits::idle_timeout_ms,  &limits::header_timeout_ms, &limits::body_timeout_ms,
    &limits::ping_interval_ms, &limits::body_timeout_ms,   nullptr,
    &limits::write_timeout_ms, &limits::linger_timeout_ms, &limits::drain_timeout_ms,
    &limits::ping_interval_ms};
constexpr time_ms silence_ms = 15'000;

}  // namespace

void connection::open(time_ms now, const peer* from, listener_role at) {
    assert(phase_ == phase::closed && memory() == 0);
    from_ = from;
    at_ = at;
    parser_.reset();
    more_ = false;
    sent_ = taken_ = 0;
    // Room for a request within the limits that lacks one byte, plus one read.
    const std::size_t beside = common_->bounds->header_bytes_max + input_bytes;
    input_.limit(beside + std::min(common_->bounds->request_bytes_max, bytes::most - beside));
    enter(phase::idle, now);
}

time_ms connection::deadline() const {
    if (phase_ >= phase::calling && session_ == nullptr) return never;
    const auto timeout = timeouts[static_cast<std::size_t>(phase_)];
    return since_ + (timeout == nullptr ? silence_ms : common_->bounds->*timeout);
}

// The size of the request whose body is being read; 0 if unknown. One more byte for the last
// request, so a shorter read shows that the socket is empty.
std::size_t connection::expected_bytes() const {
    const http::request& r = parser_.message();
    if (phase_ != phase::body || r.chunked) return 0;
    return static_cast<std::size_t>(r.head_bytes + r.content_length) + !r.keep_alive;
}

// Never exceeds the missing bytes. The buffer grows with the bytes received, not with the length
// announced.
std::span<char> connection::room(time_ms now) {
    assert(is_reading() || phase_ == phase::lingering);
    assert(!more_);
    if (input_.empty()) return {common_->input.get(), input_bytes};
    std::size_t count = input_.capacity() - input_.size();
    if (count < room_free_enough) count = std::max(input_.size(), room_min);
    count = std::min(count, input_bytes);
    if (const std::size_t whole = expected_bytes(); whole != 0)
        count = std::min(count, whole - input_.size());
    assert(count > 0);
    if (char* to = input_.room(count)) return {to, count};
    step s{{}, now, true};
    reject(s, rejections::no_memory);
    send_output(now);
    return {};
}

void connection::received(std::size_t count, time_ms now) {
    assert(count > 0);
    const bool held = !input_.empty();
    if (held) input_.commit(count);
    if (phase_ >= phase::body) count_in(count, now);
    serve(held ? step_of_held(now) : step{{common_->input.get(), count}, now, false});
}

// Restarts the timeout of a WebSocket, and of a body or message that arrives fast enough. Their
// deadlines thus expire in the order in which they were set.
void connection::count_in(std::size_t count, time_ms now) {
    if (session_ != nullptr) session_->heard();
    if (phase_ == phase::websocket) since_ = now;
    if (phase_ != phase::body && phase_ != phase::message) return;
    const limits& l = *common_->bounds;
    const std::uint64_t enough = std::min<std::uint64_t>(
        std::uint64_t{l.body_rate_min} * l.body_timeout_ms / 1000, UINT32_MAX);
    arrived_ += static_cast<std::uint32_t>(std::min<std::size_t>(count, UINT32_MAX - arrived_));
    if (enough == 0 || arrived_ < enough) return;
    arrived_ = 0;
    since_ = now;
}

// All complete requests have been answered; any input left is an incomplete one.
void connection::ended(time_ms now) {
    assert(is_reading() || phase_ == phase::lingering);
    assert(!more_);
    if (session_ != nullptr) return end_of_frames(now);
    if (phase_ == phase::idle || phase_ == phase::lingering || phase_ == phase::streaming)
        return close();
    step s = step_of_held(now);
    reject(s, rejections::incomplete);
    after_writing_ = phase::closed;
}

void connection::run(time_ms now) {
    assert(runnable());
    more_ = false;
    serve(step_of_held(now));
}

void connection::expired(time_ms now, std::size_t queued) {
    if (phase_ == phase::writing && has_taken_enough(queued)) {
        since_ = now;
        return;
    }
    step s = step_of_held(now);
    switch (phase_) {
    case phase::head: reject(s, rejections::head_too_slow); return;
    case phase::body: reject(s, rejections::body_too_slow); return;
    case phase::message:
        reject(s, rejections::message_too_slow);
        return send_output(now);
    case phase::idle: common_->site->counts().rejected(cause::idle_time); break;
    case phase::websocket:
    case phase::calling:
        if (ping(now)) return;
        common_->site->counts().rejected(cause::ping_time);
        break;
    case phase::streaming:
        since_ = now;
        http::append_line(common_->output, http::comment_lines, stream_->is_chunked);
        return write(phase::streaming);
    case phase::writing: common_->site->counts().rejected(cause::write_time); break;
    case phase::closing:
        since_ = now;
        session_->abandon_all();
        return serve(s);
    default: break;
    }
    close();
}

void connection::close() {
    if (session_ != nullptr)
        session_->close(place(), websocket::close_code::abnormal, "the connection was lost");
    session_.reset();
    common_->output.clear();
    input_.release();
    output_.release();
    pending_.reset();
    stream_.reset();
    more_ = false;
    phase_ = phase::closed;
}

// Continues until the input is used up or other connections are due, and keeps the rest.
void connection::serve(step s) {
    assert(common_->output.empty());
    common_->output.clear();
    common_->site->set_continues(false);
    while (advance(s)) {}
    keep(s);
    send_output(s.now);
}

// Once the output is sent, the phase continues. Output after unsent events has its whole time.
void connection::send_output(time_ms now) {
    const bool waits = phase_ == phase::calling || phase_ == phase::closing;
    if (!(is_reading() || waits) || common_->output.empty()) return;
    if (!output_.empty()) [[unlikely]] since_ = now;
    write(phase_);
}

bool connection::advance(step& s) {
    switch (phase_) {
    case phase::idle:
    case phase::head: return head(s);
    case phase::body: return body(s);
    case phase::websocket:
    case phase::message:
    case phase::closing: return websocket(s);
    case phase::streaming:
        s.unread = {};
        if (pending_ != nullptr ? append_response() : common_->closes_websockets.has_value())
            [[unlikely]] end_stream(s.now);
        return false;
    case phase::lingering: s.unread = {}; return false;
    case phase::calling: return session_ != nullptr ? websocket(s) : calling(s);
    default: return false;  // nothing is served while it writes, or is closed
    }
}

// The parsed request, rebased: its bytes may have moved.
http::request& connection::request_in(const step& s) {
    http::request& r = parser_.message();
    r.rebase(s.unread.data());
    return r;
}

// Empty lines before a request do not begin it: RFC 9112, 2.2.
bool connection::head(step& s) {
    if (s.unread.empty()) return false;
    const http::progress got = common_->heads.feed(parser_, {s.unread.data(), s.unread.size()});
    const bool is_blank = got == http::progress::more && parser_.untouched();
    if (phase_ == phase::idle && !is_blank) enter(phase::head, s.now);
    if (got == http::progress::more) return false;
    if (got == http::progress::bad)
        return reject(s, rejections::of_parser(parser_.status(), parser_.reason()));
    return begin_body(s);
}

bool connection::body(step& s) {
    assert(phase_ == phase::body);
    const http::request& r = request_in(s);
    if (r.chunked) return decode(s);
    const auto length = static_cast<std::size_t>(r.content_length);
    if (s.unread.size() - r.head_bytes < length) return wait(s);
    return handle_request(s, length, r.head_bytes + length);
}

// Waits for the rest of a body, unless memory is short. A request that arrives complete needs no
// further memory and is always answered.
bool connection::wait(step& s) {
    if (s.held || !memory::is_under_pressure()) return false;
    return reject(s, rejections::memory_used_up);
}

// Sends 100 Continue if the client expects it and no body has arrived; sends the final response if
// that does not depend on the body: RFC 9110, 10.1.1.
bool connection::begin_body(step& s) {
    const http::request& r = request_in(s);
    enter(phase::body, s.now);
    if (r.content_length > common_->bounds->request_bytes_max)
        return reject(s, rejections::body_too_long);
    if (r.expects_continue && (r.chunked || r.content_length > 0)) {
        if (common_->site->refused(context(&r, true), common_->output)) return finish(s);
        if (s.unread.size() == r.head_bytes) common_->output.append(http::continue_response);
    }
    if (r.chunked) chunks_ = http::chunked(*common_->bounds);
    arrived_ = 0;
    return true;
}

// Moves the data of the chunks up to the head; nothing else is kept.
bool connection::decode(step& s) {
    const std::size_t at = parser_.message().head_bytes + chunks_.total();
    const http::progress got = chunks_.feed(s.unread.subspan(at));
    switch (got) {
    case http::progress::more: s.unread = s.unread.first(at + chunks_.data()); return wait(s);
    case http::progress::bad:
        return reject(s, rejections::of_parser(chunks_.status(), chunks_.reason()));
    case http::progress::done: break;
    }
    return handle_request(s, chunks_.total(), at + chunks_.used());
}

// The only place that creates a request context: everything that an answer depends on.
site::request_context connection::context(const http::request* r, bool close) const {
    return {.date = common_->date,
            .draining = common_->draining,
            .close = close,
            .at = at_,
            .peer = from_->text(),
            .uid = from_->uid(),
            .request = r};
}

bool connection::handle_request(step& s, std::size_t body_bytes, std::size_t message_bytes) {
    const http::request& r = parser_.message();
    const std::span<char> body = s.unread.subspan(r.head_bytes, body_bytes);
    message_bytes_ = message_bytes;
    return respond(s, [&](bool close) {
        if (common_->site->respond(context(&r, close), body, common_->output)) return true;
        begin_waiting(s);
        return false;
    });
}

void connection::begin_waiting(step& s) {
    pending_ = common_->site->take_pending();
    auto client = common_->site->take_lasting();
    if (!client) enter(phase::calling, s.now);
    else if (client->stream || pending_) begin_stream(s, std::move(*client));
    else begin_websocket(s, std::move(*client));
}

bool connection::calling(step& s) {
    assert(phase_ == phase::calling);
    if (!pending_->is_complete()) return false;
    const std::unique_ptr<const rpc::pending> whole = std::move(pending_);
    const http::request& r = request_in(s);
    enter(phase::body, s.now);
    return respond(s, [&](bool close) {
        common_->site->answer_late(context(&r, close), *whole, common_->output);
        return true;
    });
}

// `answer` appends an answer, or returns false if it must wait. If memory runs out, this connection
// is closed; the server continues.
template <class Answer> bool connection::respond(step& s, Answer answer) {
    bytes& out = common_->output;
    const std::size_t before = out.size();
    // Requests that have already arrived are answered too; only the last answer closes.
    const bool is_last_at_hand = message_bytes_ == s.unread.size() && !common_->more_arrived;
    const bool client_closes = !parser_.message().keep_alive;
    const bool close = client_closes || (common_->draining && is_last_at_hand);
    try {
        if (!answer(close)) return false;
    } catch (const std::bad_alloc&) {
        (void)out.room(SIZE_MAX);  // as if the answer did not fit
    }
    if (out.overflowed()) {
        (void)common_->site->take_pending();  // it must not reach another client
        pending_.reset();
        out.limit(SIZE_MAX);
        out.truncate(before);
        return reject(s, rejections::no_memory);
    }
    if (close) {
        // Bytes unread at close(), or received after it, cause a reset, which may destroy the
        // answer: RFC 9112, 9.6. Here none are unread, and the client has announced that it sends
        // no more. A client that does may lose its last answer.
        return finish(s, client_closes && is_last_at_hand ? phase::closed : phase::lingering);
    }
    s.unread = s.unread.subspan(message_bytes_);
    parser_.reset();
    enter(phase::idle, s.now);
    more_ = !s.unread.empty() && s.work.ends_after_answer(*common_);
    return !more_;
}

// Once the head is read, the error answers that request: a page of an allowed origin may read it.
bool connection::reject(step& s, const site::rejection& why) {
    if (session_ != nullptr) return refuse_message(s, why);
    const bool has_head = !s.unread.empty() && phase_ == phase::body;
    const http::request* const r = has_head ? &request_in(s) : nullptr;
    common_->site->reject(why, context(r, true), common_->output);
    return finish(s);
}

void connection::turn_away(time_ms now, bool is_allowed) {
    step s{{}, now, false};
    reject(s, is_allowed ? rejections::too_many_connections : rejections::wrong_user);
}

// Bytes after the last answered request are never parsed as a request.
bool connection::finish(step& s, phase after_writing) {
    s.unread = {};
    input_.release();
    more_ = false;
    since_ = s.now;
    write(after_writing);
    // A truncated answer would be worse than none.
    if (common_->output.overflowed()) close();
    return false;
}

void connection::keep(step& s) {
    if (s.unread.empty()) return input_.release();
    if (!s.held) {
        const std::size_t count = s.unread.size();
        // If half of a body has arrived, reserves room for the rest to avoid another move.
        (void)input_.room(std::clamp(expected_bytes(), count, 2 * count));
        input_.append({s.unread.data(), count});
    } else {
        input_.consume(static_cast<std::size_t>(s.unread.data() - input_.data()));
        input_.truncate(s.unread.size());
    }
    if (input_.overflowed()) reject(s, rejections::no_memory);
}

void connection::enter(phase next, time_ms now) {
    phase_ = next;
    since_ = now;
}

}  // namespace callbox::net
