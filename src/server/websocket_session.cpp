// Input: bytes, from server/connection. Output: frames. site/ answers each message.
#include "websocket_session.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace callbox::net {

namespace {

std::string_view text_of(std::span<char> bytes) { return {bytes.data(), bytes.size()}; }

}  // namespace

websocket_session::websocket_session(place where, site::websocket_client&& client)
    : reader_(*where.common->bounds), client_(std::move(client)) {
    if (!memory::take(sizeof *this)) throw std::bad_alloc();
    where.common->websockets.open.add();
    where.common->site->log_opened(context(where));
}

websocket_session::~websocket_session() { memory::give(sizeof *this); }

site::message_context websocket_session::context(place where) const {
    site::message_context in{.client = &client_};
    if (where.from != nullptr) {
        in.peer = where.from->text();
        in.uid = where.from->uid();
    }
    return in;
}

websocket_session::next websocket_session::serve(place where, std::span<char>& unread,
                                                 step_work& work) {
    const shared_state& common = *where.common;
    if (common.closes_websockets) [[unlikely]] close(where, *common.closes_websockets, "");
    if (waiting_count_ != 0 && !append_late(where, work)) return next::resume;
    while (!is_closing_) {
        if (waiting_count_ >= common.bounds->pipelined_answers_max) {
            reader_.compact(unread);
            return next::wait;
        }
        const event what = reader_.feed(unread);
        if (what == event::message) [[likely]] answer(where, reader_.payload());
        else if (what != event::more) on_event(where, what);
        const bool has_more = what != event::more && reader_.used() != unread.size();
        if (has_more && !work.ends_after_answer(common)) continue;
        reader_.compact(unread);
        if (!is_closing_) return has_more ? next::resume : next::read;
    }
    unread = {};
    if (waiting_count_ != 0) return next::wait;
    append_close(where.common->output, code_);
    return next::close;
}

void websocket_session::on_event(place where, event what) {
    const std::string_view payload = text_of(reader_.payload());
    switch (what) {
    case event::ping:
        append(where, [&] {
            append_control(where.common->output, websocket::opcode::pong, payload);
        });
        break;
    case event::close:
        close(where, reader_.status(), payload.substr(std::min<std::size_t>(2, payload.size())));
        break;
    case event::bad: close(where, reader_.status(), reader_.reason()); break;
    case event::more:
    case event::message:
    case event::pong: break;
    }
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
        const std::size_t room = out.room(common.frame_header_bytes) != nullptr
                                     ? common.frame_header_bytes : 0;
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
        if (answers.respond(context(where), message, out)) [[likely]] return;
        auto last = waiting_.before_begin();
        for (std::uint32_t i = 0; i < waiting_count_; ++i) ++last;
        waiting_.insert_after(last, answers.take_pending());
        ++waiting_count_;
    });
}

// Appends the responses that no longer wait. Returns false if the step must end before the last.
bool websocket_session::append_late(place where, step_work& work) {
    for (auto before = waiting_.before_begin(); std::next(before) != waiting_.end();) {
        const rpc::pending& whole = **std::next(before);
        if (!whole.is_complete()) {
            ++before;
            continue;
        }
        append_response(where, [&](bytes& out) { where.common->site->answer_late(whole, out); });
        waiting_.erase_after(before);
        --waiting_count_;
        if (work.ends_after_answer(*where.common)) return false;
    }
    return true;
}

bool websocket_session::ping(bytes& out) {
    if (std::exchange(is_pinged_, true)) return false;
    append_control(out, websocket::opcode::ping, {});
    return true;
}

void websocket_session::fill(rpc::ticket t, rpc::deferred_result&& what) {
    for (const auto& each : waiting_)
        if (each->fill(t, std::move(what))) return;  // moved only if it waits for this call
}

void websocket_session::abandon(rpc::ticket t) {
    for (const auto& each : waiting_)
        if (each->abandon(t)) return;
}

std::size_t websocket_session::waits_for() const {
    std::size_t calls = 0;
    for (const auto& each : waiting_) calls += each->missing();
    return calls;
}

bool websocket_session::is_due(const shared_state& common) const {
    if (!is_closing_ && common.closes_websockets) return true;
    if (is_closing_ && waiting_count_ == 0) return true;
    return std::ranges::any_of(waiting_, [](const auto& each) { return each->is_complete(); });
}

void websocket_session::close(place where, close_code code, std::string_view reason) {
    if (std::exchange(is_closing_, true)) return;
    code_ = code;
    where.common->websockets.close(static_cast<unsigned>(code));
    where.common->site->log_closed(context(where), static_cast<unsigned>(code), reason);
}

void websocket_session::admit(place where, const site::tokens& tokens) {
    if (!is_closing_ && !where.common->site->find_again(client_, tokens))
        close(where, close_code::policy_violation, "the token is revoked");
}

}  // namespace callbox::net
