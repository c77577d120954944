// Input: bytes, from server/connection. Output: frames. site/ answers each message.
#include "websocket_session.hpp"

namespace callbox::net {

websocket_session::websocket_session(place where, site::lasting_client&& client)
    : reader_(*where.common->bounds), client_(std::move(client)) {
    shared_state& common = *where.common;
    if (events::hub* const all = common.site->events()) {
        client_.stream = all->make_stream(context(where).peer);
        client_.stream->set_owner(common.served);
    }
    if (!memory::take(sizeof *this)) throw std::bad_alloc();
    common.websockets.open.add();
    common.site->log_opened(context(where));
}

websocket_session::~websocket_session() { memory::give(sizeof *this); }

site::message_context websocket_session::context(place where) const {
    return {.peer = where.from->text(), .uid = where.from->uid(), .client = &client_,
            .waiting = &waiting_};
}

websocket_session::next websocket_session::serve(place where, std::span<char>& unread,
                                                 step_work& work) {
    const shared_state& common = *where.common;
    if (!waiting_.empty() && !append_late(where, work)) return next::resume;
    if (common.is_last_step) [[unlikely]] close_for_stop(where);
    bool is_new = false;  // a message or a control frame has ended
    while (!is_closing_) {
        if (!waiting_.empty() && is_full(common)) {
            reader_.compact(unread);
            return next::wait;
        }
        const event what = reader_.feed(unread);
        if (what == event::message) [[likely]] answer(where, reader_.payload());
        else if (what != event::more) on_event(where, what);
        is_new |= what != event::more && !reader_.is_in_message();
        const bool has_more = what != event::more && reader_.used() != unread.size();
        if (has_more && !work.ends_after_answer(common)) continue;
        reader_.compact(unread);
        if (is_closing_) break;
        if (has_more) return next::resume;
        if (common.closes_websockets && !common.more_arrived) [[unlikely]] {
            close_for_stop(where);
            break;
        }
        if (unread.empty() && !reader_.is_in_message()) [[likely]] return next::read;
        return is_new ? next::read_new : next::read_rest;
    }
    unread = {};
    if (!waiting_.empty()) return next::wait_to_close;
    append_close(where.common->output, code_ == close_code::abnormal ? close_code::no_status
                                                                     : code_);
    return next::close;
}

void websocket_session::on_event(place where, event what) {
    const std::string_view payload(reader_.payload().data(), reader_.payload().size());
    if (what == event::bad) close(where, reader_.status(), reader_.reason());
    if (what == event::ping)
        append(where, [&] {
            append_control(where.common->output, websocket::opcode::pong, payload);
        });
    if (what != event::close) return;
    close(where, reader_.status(), payload.substr(std::min<std::size_t>(2, payload.size())));
    ask_calls_to_stop();
}

// Appends whole frames, or nothing if memory runs out: the session then closes.
template <class Append> void websocket_session::append(place where, Append frames) {
    bytes& out = where.common->output;
    const std::size_t before = out.size();
    try {
        frames();
    } catch (const std::bad_alloc&) {
        (void)out.room(SIZE_MAX);  // as if the frame did not fit
    }
    if (!out.overflowed()) [[likely]] return;
    out.limit(SIZE_MAX);
    out.truncate(before);
    close(where, close_code::try_again_later, "memory has run out");
}

// Appends a text frame, unless the response is empty. The header is expected to have the size of
// the last one: then the response is not moved.
template <class Write> void websocket_session::append_response(place where, Write response) {
    append(where, [&] {
        shared_state& common = *where.common;
        bytes& out = common.output;
        const std::size_t before = out.size();
        const std::size_t room = common.frame_header_bytes;
        if (out.room(room) == nullptr) return;  // `out` has overflowed
        out.commit(room);
        response(out);
        const std::size_t size = out.size() - before - room;
        if (size == 0 && !out.overflowed()) return out.truncate(before);
        const std::size_t header = websocket::put_header(out, before + room, room);
        if (header == 0) return;
        common.frame_header_bytes = header;
        common.websockets.messages[websocket_counters::sent].add();
        common.websockets.bytes[websocket_counters::sent].add(size);
    });
}

void websocket_session::answer(place where, std::span<char> message) {
    site::site& answers = *where.common->site;
    where.common->websockets.messages[websocket_counters::received].add();
    where.common->websockets.bytes[websocket_counters::received].add(message.size());
    append_response(where, [&](bytes& out) {
        const rpc::subscribing here(answers, client_.stream.get());
        if (answers.respond(context(where), message, out)) [[likely]] return;
        waiting_.push_back(answers.take_pending());
        calls_ += static_cast<std::uint32_t>(waiting_.back()->missing());
    });
}

// Appends the responses that no longer wait. Returns false if the step must end before the last.
bool websocket_session::append_late(place where, step_work& work) {
    for (auto at = waiting_.begin(); at != waiting_.end();) {
        if (!(*at)->is_complete()) {
            ++at;
            continue;
        }
        append_response(where, [&](bytes& out) { where.common->site->answer_late(**at, out); });
        at = waiting_.erase(at);
        if (work.ends_after_answer(*where.common) && !waiting_.empty()) return false;
    }
    if (waiting_.empty()) waiting_ = decltype(waiting_)();
    return true;
}

bool websocket_session::append_event(place where) {
    bool has_more = false;
    append_response(where, [&](bytes& out) { has_more = client_.stream->append_next(out); });
    return has_more && !is_closing_;
}

bool websocket_session::ping(bytes& out) {
    append_control(out, websocket::opcode::ping, {});
    return !std::exchange(is_pinged_, true);
}

void websocket_session::fill(rpc::ticket t, std::unique_ptr<rpc::deferred_result> what) {
    for (const auto& each : waiting_) {
        if (!each->awaits(t)) continue;
        each->fill(t, std::move(what));
        --calls_;
        return;
    }
}

void websocket_session::append_progress(place where, const rpc::report& one) {
    for (const auto& each : waiting_)
        if (each->awaits(one.of))
            append_response(where, [&](bytes& out) { (void)each->append_progress(one, out); });
}

void websocket_session::ask_calls_to_stop() {
    for (const auto& each : waiting_) each->cancel();
}

void websocket_session::abandon_all() {
    for (const auto& each : waiting_) each->abandon_all();
    calls_ = 0;
}

bool websocket_session::is_due(const shared_state& common) const {
    if (is_closing_ ? waiting_.empty() : common.closes_websockets.has_value()) return true;
    return std::ranges::any_of(waiting_, [](const auto& each) { return each->is_complete(); });
}

void websocket_session::close_for_stop(place where) {
    const close_code code = *where.common->closes_websockets;
    close(where, code, code == close_code::service_restart ? "a new process takes over"
                                                           : "the server stops");
}

void websocket_session::close(place where, close_code code, std::string_view reason) {
    if (code == close_code::try_again_later) code_ = code;  // also if it closes already
    if (std::exchange(is_closing_, true)) return;
    code_ = code;
    if (code == close_code::abnormal) ask_calls_to_stop();
    client_.stream.reset();
    where.common->websockets.close(static_cast<unsigned>(code));
    where.common->site->log_closed(context(where), static_cast<unsigned>(code), reason);
}

}  // namespace callbox::net
