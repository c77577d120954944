// Takes all bytes that one client sends, and events of the network, the clock and the program.
// Every complete request is answered once, in order, with its own answer, or the connection ends.
// If no time passes and nothing is published, the answers do not depend on how the bytes are cut,
// when answers are read, and when slow methods finish. A stream has the events of its subscription.
#include "app/methods.hpp"
#include "client.hpp"
#include "event_model.hpp"
#include "mutate.hpp"
#include "site/site.hpp"
#include "stream_model.hpp"
#include "support/logs.hpp"

#include <string>
#include <string_view>

namespace {

using callbox::arg, callbox::method;
using fuzz::client;
using fuzz::expect;

std::string slow_text(std::string_view text) { return std::string(text); }
constexpr callbox::api methods = demo::methods + fuzz::event_rows + callbox::api{
    callbox::thread_safe,
    method<"slow", slow_text>("Returns the text, later.", callbox::blocking, arg("text") = "x"),
};

// A site, and a second dispatcher that computes the expected answers.
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
        ASAN_POISON_MEMORY_REGION(common.input.get(), callbox::net::input_bytes);
    }
    static callbox::options small_options();
    std::string answer(const fuzz::message& to);
    std::unique_ptr<callbox::rpc::deferred_result> found(const std::string& request) {
        return direct.answer(request, nullptr);
    }
};

// Which events happen to the connection.
enum class disturbance { none, cuts, everything };

callbox::options server::small_options() {
    callbox::options made;
    made.enable_web_browsable_api = true;
    made.cors_origin = {"https://example.org"};
    made.limits.target_bytes_max = 100;
    made.limits.header_bytes_max = 500;
    made.limits.header_count_max = 10;
    made.limits.request_bytes_max = 1000;
    made.limits.batch_length_max = 10;
    made.limits.subscription_bytes_max = 1000;
    made.websocket = callbox::websocket_mode::off;
    return made;
}

std::string server::answer(const fuzz::message& to) {
    const auto stream = to.accepts_events() ? direct.make_stream() : nullptr;
    return std::string(direct.answer(to.body, stream.get())->response.view());
}

// Three bits choose the event, five its size.
void disturb(client& one, server& with, char choice, disturbance allowed) {
    static constexpr callbox::time_ms times[] = {1, 999, 1'000, 4'999, 5'000, 29'999, 30'000,
                                                 100'000'000};
    const auto byte = static_cast<unsigned char>(choice);
    const std::size_t much = byte % 32;
    const bool all = allowed == disturbance::everything;
    if (one.is_closed()) return;
    switch (byte / 32) {
    case 0: return one.send(much + 1);
    case 1: return one.send(much * 32 + 33);
    case 2: return one.accept(much * much * 8);
    case 3: return one.accept(SIZE_MAX);
    case 4: return one.answer_slow(much % fuzz::slow_calls::most,
                                   [&](const std::string& r) { return with.found(r); });
    case 5: return all ? one.pass(times[much % std::size(times)]) : void();
    case 6: return all ? one.abandon_slow(much % fuzz::slow_calls::most) : void();
    default: break;
    }
    if (!all) return;
    if (much == 0) return one.end();
    if (much < 3) return void(with.common.draining = much == 1);
    if (much == 3) return one.stop();
    if (much == 4) return one.report_slow(0);
    with.program.publish(much % fuzz::keys, much / 4 * 60);
    one.notice();
}

// An open stream has received the last event, and has no other.
void check_events(const server& with, const client& one, const fuzz::judge& answers,
                  std::size_t subscriptions) {
    fuzz::event_judge events(with.program);
    for (const std::string& each : answers.events) events.takes(each);
    expect(events.up_to_date() == subscriptions, "open subscriptions have all events",
           one.received);
    expect(!events.has_ended("1") || answers.is_stream_complete || one.timed_out,
           "a stream ends with its subscription", one.received);
}

// Plays one conversation and returns the bytes received.
std::string talk(server& with, std::string_view text, std::string_view choices,
                 disturbance allowed) {
    with.program.begin();
    const std::string stream = with.program.with_seqs(text);
    with.common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
    client one(stream, with.common, with.slow);
    if (allowed != disturbance::none)
        for (const char c : choices) disturb(one, with, c, allowed);
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

    const auto excuses = [&](const std::string& got, const std::string& wanted) {
        const auto has = [&](const char* error) { return got.find(error) != got.npos; };
        return (one.abandoned && has("Timed out")) || (with.slow.refused && has("Busy")) ||
               has("-32007") || wanted.find("-32007") != wanted.npos;
    };
    fuzz::judge all(std::string_view(stream).substr(0, one.seen), one.received,
                    with.options.limits, [&](const fuzz::message& m) { return with.answer(m); },
                    excuses);
    if (!one.timed_out) all.check_end();
    check_events(with, one, all, subscriptions);
    return with.program.without_seqs(one.received);
}

// Whether 100 is sent depends on how many bytes arrive together.
std::string without_100(std::string all) {
    static constexpr std::string_view continue_response = "HTTP/1.1 100 Continue\r\n\r\n";
    for (std::size_t at = all.find(continue_response); at != all.npos;
         at = all.find(continue_response, at))
        all.erase(at, continue_response.size());
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static server one;
    const auto [stream, choices] = fuzz::split(data, size);
    if (one.program.has_seq(stream)) return 0;
    one.log.log_calls(size % 2 == 1);
    const std::string whole = without_100(talk(one, stream, {}, disturbance::none));
    const std::string cut = without_100(talk(one, stream, choices, disturbance::cuts));
    expect(cut == whole, "the result in pieces equals the result of the whole", cut, whole);
    one.log.log_calls(true);
    (void)talk(one, stream, choices, disturbance::everything);
    return 0;
}
