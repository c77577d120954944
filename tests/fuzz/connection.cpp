// All that one client sends in, and what the network and the clock do meanwhile. Every whole
// request is answered, once, in order, with its own answer, or the connection ends. Where time does
// not pass, it makes no difference how the bytes are cut, when answers are taken, nor when slow
// methods are done.
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
    method<"slow", slow_text>("Gives the text back, later.", callbox::blocking, arg("text") = "x"),
};

// A site, and a second dispatcher beside it, which tells what its answers have to be.
struct server {
    support::quiet_log log;
    callbox::options how = options();
    fuzz::slow_calls slow;
    callbox::site::site site{callbox::table(methods), nullptr, how, true, log, &slow};
    callbox::net::shared_state common{site, how.limits};
    callbox::rpc::dispatcher direct{callbox::table(methods), nullptr, how.limits, log};

    server() {
        ASAN_POISON_MEMORY_REGION(common.input.get(), callbox::net::input_bytes);
    }
    static callbox::options options();
    std::string answer(std::string_view message, std::optional<int>* code = nullptr);
};

// What is done to the connection.
enum class disturbance { none, cuts, everything };

callbox::options server::options() {
    callbox::options how;
    how.enable_web_browsable_api = true;
    how.cors_origin = {"https://example.org"};
    how.limits.target_bytes_max = 100;
    how.limits.header_bytes_max = 500;
    how.limits.header_count_max = 10;
    how.limits.request_bytes_max = 1000;
    how.limits.batch_length_max = 10;
    return how;
}

std::string server::answer(std::string_view message, std::optional<int>* code) {
    std::string copy(message);
    callbox::bytes out;
    const callbox::rpc::reply said = direct.dispatch(copy, out);
    if (code != nullptr) *code = said.error_code;
    return std::string(out.view());
}

callbox::rpc::deferred_result found(server& with, const std::string& request) {
    callbox::rpc::deferred_result what;
    what.response.append(with.answer(request, &what.error_code));
    return what;
}

// Three bits say what, five how much.
void disturb(client& one, server& with, char choice, disturbance how) {
    static constexpr callbox::time_ms times[] = {1, 999, 1'000, 4'999, 5'000, 29'999, 30'000,
                                                 100'000'000};
    const auto byte = static_cast<unsigned char>(choice);
    const std::size_t much = byte % 32;
    const bool all = how == disturbance::everything;
    if (one.is_closed()) return;
    switch (byte / 32) {
    case 0: return one.send(much + 1);
    case 1: return one.send(much * 32 + 33);
    case 2: return one.take(much * much * 8);
    case 3: return one.take(SIZE_MAX);
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

// One conversation from its begin to its end, and what was received.
std::string talk(server& with, std::string_view stream, std::string_view choices,
                 disturbance how) {
    const auto found_of = [&](const std::string& request) { return found(with, request); };
    with.common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
    with.common.draining = false;
    client one(stream, with.common, with.slow);
    if (how != disturbance::none)
        for (const char c : choices) disturb(one, with, c, how);
    one.take(SIZE_MAX);
    one.send_all();
    while (one.is_waiting()) one.answer_slow(0, found_of);
    one.end();
    expect(one.is_closed(), "when all is said the connection is closed");

    const auto answer = [&](const std::string& body) { return with.answer(body); };
    const auto excuses = [&](const std::string& body) {
        return (one.gave_up && body.find("Timed out") != body.npos) ||
               (with.slow.refused && body.find("Busy") != body.npos);
    };
    fuzz::judge all(stream.substr(0, one.seen), one.received, with.how.limits, answer, excuses);
    if (!one.timed_out) all.check_end();
    return one.received;
}

// Whether it is said depends on how much comes at once.
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
    expect(cut == whole, "in pieces is the same as whole", cut, whole);
    one.log.log_calls(true);
    (void)talk(one, stream, choices, disturbance::everything);
    return 0;
}
