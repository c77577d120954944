// Takes all bytes that one client sends, and events of the network and the clock. Every complete
// request is answered once, in order, with its own answer, or the connection ends. If no time
// passes, the answers do not depend on how the bytes are cut, when answers are read, and when slow
// methods finish.
#include "app/methods.hpp"
#include "client.hpp"
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
constexpr callbox::api methods = demo::methods + callbox::api{
    method<"slow", slow_text>("Returns the text, later.", callbox::blocking, arg("text") = "x"),
};

// A site, and a second dispatcher that computes the expected answers.
struct server {
    support::quiet_log log;
    callbox::options options = small_options();
    fuzz::slow_calls slow;
    callbox::site::site site{callbox::table(methods), nullptr, options, true, log, &slow};
    callbox::net::shared_state common{site, options.limits};
    callbox::rpc::dispatcher direct{callbox::table(methods), nullptr, options.limits, log};

    server() {
        ASAN_POISON_MEMORY_REGION(common.input.get(), callbox::net::input_bytes);
    }
    static callbox::options small_options();
    std::string answer(std::string_view message, std::optional<int>* code = nullptr);
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
    return made;
}

std::string server::answer(std::string_view message, std::optional<int>* code) {
    std::string copy(message);
    callbox::bytes out;
    const callbox::rpc::reply reply = direct.dispatch(copy, out);
    if (code != nullptr) *code = reply.error_code;
    return std::string(out.view());
}

callbox::rpc::deferred_result found(server& with, const std::string& request) {
    callbox::rpc::deferred_result what;
    what.response.append(with.answer(request, &what.error_code));
    return what;
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
                                   [&](const std::string& r) { return found(with, r); });
    case 5: return all ? one.pass(times[much % std::size(times)]) : void();
    case 6: return all ? one.abandon_slow(much % fuzz::slow_calls::most) : void();
    default: break;
    }
    if (!all) return;
    if (much == 0) one.end();
    else with.common.draining = much % 2 == 1;
}

// Plays one conversation and returns the bytes received.
std::string talk(server& with, std::string_view stream, std::string_view choices,
                 disturbance allowed) {
    const auto found_of = [&](const std::string& request) { return found(with, request); };
    with.common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
    with.common.draining = false;
    client one(stream, with.common, with.slow);
    if (allowed != disturbance::none)
        for (const char c : choices) disturb(one, with, c, allowed);
    one.accept(SIZE_MAX);
    one.send_all();
    while (one.is_waiting()) one.answer_slow(0, found_of);
    one.end();
    expect(one.is_closed(), "the connection is closed at the end");

    const auto answer = [&](const std::string& body) { return with.answer(body); };
    const auto excuses = [&](const std::string& body) {
        return (one.abandoned && body.find("Timed out") != body.npos) ||
               (with.slow.refused && body.find("Busy") != body.npos);
    };
    fuzz::judge all(stream.substr(0, one.seen), one.received, with.options.limits, answer, excuses);
    if (!one.timed_out) all.check_end();
    return one.received;
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
    one.log.log_calls(size % 2 == 1);
    const std::string whole = without_100(talk(one, stream, {}, disturbance::none));
    const std::string cut = without_100(talk(one, stream, choices, disturbance::cuts));
    expect(cut == whole, "the result in pieces equals the result of the whole", cut, whole);
    one.log.log_calls(true);
    (void)talk(one, stream, choices, disturbance::everything);
    return 0;
}
