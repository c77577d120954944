// Takes the frames that one client sends after its handshake, and events of the network, the clock
// and the program. Every message is answered with its own response, every ping with its payload, an
// error with its code; the close frame is the last. If no time passes and nothing is published,
// this does not depend on how the bytes are cut, when responses are read, and when slow methods
// finish. Events follow the response to their subscription, and are those that were published.
#include "app/methods.hpp"
#include "client.hpp"
#include "event_model.hpp"
#include "frame_model.hpp"
#include "mutate.hpp"
#include "site/site.hpp"
#include "support/frames.hpp"
#include "support/logs.hpp"
#include "websocket/frames.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using callbox::arg, callbox::method;
using fuzz::client;
using fuzz::expect;

std::string slow_text(std::string_view text) { return std::string(text); }
constexpr callbox::api methods = demo::methods + fuzz::event_rows + callbox::api{
    callbox::thread_safe,
    method<"slow", slow_text>("Returns the text, later.", callbox::blocking, arg("text") = "x"),
};

constexpr std::string_view handshake =
    "GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

struct server {
    support::quiet_log log;
    callbox::options options = small_options();
    fuzz::slow_calls slow;
    callbox::site::site site{callbox::table(methods), nullptr, options, true, log, &slow};
    callbox::net::shared_state common{site, options.limits};
    fuzz::direct_calls direct{callbox::table(methods), options.limits, log};
    fuzz::publisher program{direct};

    server() {
        expect(site.events()->open(log).empty(), "a hub opens");
        common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        ASAN_POISON_MEMORY_REGION(common.input.get(), callbox::net::input_bytes);
    }
    static callbox::options small_options() {
        callbox::options made;
        made.websocket = callbox::websocket_mode::on;
        made.limits.request_bytes_max = 500;
        made.limits.batch_length_max = 10;
        made.limits.pipelined_answers_max = 3;
        made.limits.subscription_bytes_max = 1000;
        made.limits.subscriptions_max = 3;
        return made;
    }
    std::unique_ptr<callbox::rpc::deferred_result> found(const std::string& request) {
        return direct.answer(request, nullptr, {.via = callbox::call_protocol::websocket});
    }
};

// Each line is a frame, whose first character selects the opcode and FIN; other lines are bytes.
std::string stream_of(std::string_view text) {
    static constexpr std::string_view letters = "tfceprxb";
    static constexpr unsigned first[] = {0x81, 0x01, 0x00, 0x80, 0x89, 0x8a, 0x88, 0x82};
    std::string all(handshake);
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::size_t which = line.empty() ? letters.npos : letters.find(line[0]);
        if (which == letters.npos) all += line;
        else all += frames::frame(first[which], line.substr(1));
    }
    return all;
}

// "message ...", "pong ...", "close 1000" for each frame of the server. The bytes may end within a
// frame if they are not `whole`.
std::vector<std::string> shown(std::string bytes, bool whole) {
    using callbox::websocket::reader;
    std::vector<std::string> all;
    const std::size_t head = bytes.find("\r\n\r\n");
    if (!bytes.starts_with("HTTP/1.1 101 ") || head == bytes.npos) return all;
    bytes.erase(0, head + 4);
    callbox::limits any;
    any.request_bytes_max = 1 << 30;
    reader r(any, callbox::websocket::role::client);
    for (std::span<char> left(bytes);;) {
        const reader::event what = r.feed(left);
        const std::string payload(r.payload().begin(), r.payload().end());
        switch (what) {
        case reader::event::message: all.push_back("message " + payload); break;
        case reader::event::ping: expect(payload.empty(), "pings are empty"); break;
        case reader::event::pong: all.push_back("pong " + payload); break;
        case reader::event::close:
            expect(payload.size() == 0 || payload.size() == 2, "a close has no reason");
            all.push_back("close " + std::to_string(static_cast<unsigned>(r.status())));
            break;
        case reader::event::bad: expect(false, r.reason(), bytes); break;
        case reader::event::more:
            expect(!whole || r.used() == left.size(), "the last frame of the server is whole");
            return all;
        }
        if (what == reader::event::close)
            expect(r.used() == left.size(), "the close frame is the last");
    }
}

std::vector<fuzz::frame_event> frames_of(const server& with, std::string_view stream) {
    return fuzz::frame_events(stream.substr(handshake.size()),
                              with.options.limits.request_bytes_max);
}

std::vector<std::string> expected(server& with, std::string_view stream) {
    std::vector<std::string> all;
    const auto events = with.direct.make_stream();
    for (const fuzz::frame_event& each : frames_of(with, stream)) {
        using enum fuzz::frame_event::kind;
        if (each.what == close) all.push_back("close " + std::to_string(each.code));
        if (each.what == ping) all.push_back("pong " + each.payload);
        if (each.what != message) continue;
        const auto made = with.direct.answer(
            each.payload, events.get(), {.via = callbox::call_protocol::websocket});
        if (made->response.size() != 0)
            all.push_back("message " + std::string(made->response.view()));
    }
    return all;
}

enum class disturbance { none, cuts, everything };

// Three bits choose the event, five its size.
void disturb(client& one, server& with, char choice, bool all) {
    static constexpr callbox::time_ms times[] = {1, 29'999, 30'000, 60'000};
    const auto byte = static_cast<unsigned char>(choice);
    const std::size_t much = byte % 32;
    if (one.is_closed()) return;
    switch (byte / 32) {
    case 0: return one.send(much + 1);
    case 1: return one.send(much * 32 + 33);
    case 2: return one.accept(much * much);
    case 3: return one.accept(SIZE_MAX);
    case 4: return one.answer_slow(much % fuzz::slow_calls::most,
                                   [&](const std::string& r) { return with.found(r); });
    case 5: return all ? one.pass(times[much % std::size(times)]) : void();
    case 6: return all ? one.abandon_slow(much % fuzz::slow_calls::most) : void();
    default: break;
    }
    if (!all) return;
    if (much == 0) return one.end();
    if (much == 1) return one.stop();
    if (much == 2) return void(with.common.draining = true);
    with.program.publish(much % fuzz::keys, much / 4 * 60);
    one.notice();
}

// Checks the events among the messages, and removes them.
void check_events(const server& with, std::string_view stream, std::vector<std::string>& shown,
                  std::size_t subscriptions) {
    constexpr std::string_view mark = "message ";
    fuzz::event_judge events(with.program);
    for (const fuzz::frame_event& each : frames_of(with, stream))
        if (each.what == fuzz::frame_event::kind::message) events.asks(each.payload);
    for (const std::string& each : shown)
        if (each.starts_with(mark)) events.takes(each.substr(mark.size()));
    expect(events.up_to_date() == subscriptions, "open subscriptions have all events");
    std::erase_if(shown, [&](const std::string& each) {
        return each.starts_with(mark) && fuzz::is_notification(each.substr(mark.size()));
    });
}

std::vector<std::string> talk(server& with, std::string_view stream, std::string_view choices,
                              disturbance allowed) {
    const bool all = allowed == disturbance::everything;
    client one(stream, with.common, with.slow);
    if (allowed != disturbance::none)
        for (const char c : choices) disturb(one, with, c, all);
    one.accept(SIZE_MAX);
    one.send_all();
    while (one.is_waiting())
        one.answer_slow(0, [&](const std::string& r) { return with.found(r); });
    for (std::uint32_t key = 0; key < fuzz::keys; ++key) with.program.publish(key, 0);
    one.notice();
    const auto& live = with.site.events()->counts().subscriptions;
    const std::size_t subscriptions = live.get();
    one.end();
    expect(one.is_closed() && live.get() == 0, "the connection is closed at the end");
    std::vector<std::string> made = shown(one.received, !all);
    check_events(with, stream, made, subscriptions);
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static server one;
    const auto [text, choices] = fuzz::split(data, size);
    one.log.log_calls(size % 2 == 1);
    const auto begin = [&, from = text] {
        one.program.begin();
        return stream_of(one.program.with_seqs(from));
    };
    for (const disturbance each : {disturbance::none, disturbance::cuts}) {
        const std::string stream = begin();
        std::vector<std::string> wanted = expected(one, stream);
        std::vector<std::string> got = talk(one, stream, choices, each);
        if (one.slow.refused) continue;
        std::ranges::sort(got);
        std::ranges::sort(wanted);
        const auto [a, b] = std::ranges::mismatch(got, wanted);
        expect(a == got.end() && b == wanted.end(), "the frames are those of the model",
               a == got.end() ? "nothing" : *a, b == wanted.end() ? "nothing" : *b);
    }
    (void)talk(one, begin(), choices, disturbance::everything);
    return 0;
}
