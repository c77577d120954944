// Log warnings for calls that block an event loop.
#include "support/logs.hpp"
#include "support/messages.hpp"

#include "rpc/dispatch.hpp"
#include "rpc/later.hpp"

#include <callbox/callbox.hpp>
#include <callbox/later.hpp>

#include <criterion/criterion.h>

#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace slow_test { namespace {

std::vector<callbox::later<int>> kept;

void keep(int ms, callbox::later<int> done) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    kept.push_back(std::move(done));
}
void nap(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
constexpr callbox::api methods{
    callbox::thread_safe,
    callbox::method<"nap", nap>("", "ms"),
    callbox::method<"again", nap>("", "ms"),
    callbox::method<"blocks", nap>("", "ms", callbox::blocking),
    callbox::method<"keep", keep>("", "ms"),
};

// The log lines of these calls.
std::vector<std::string> log_of(std::uint32_t slow_ms, std::initializer_list<const char*> names,
                                std::string_view params, bool serves = true) {
    support::kept_log log;
    callbox::limits bounds;
    bounds.slow_ms = slow_ms;
    const callbox::table all(methods);
    callbox::rpc::call_counters counts(callbox::rpc::counted_methods(all));
    callbox::rpc::dispatcher one(all, nullptr, bounds, log, nullptr, serves ? &counts : nullptr);
    for (const char* name : names) {
        std::string message = made_up::sent(name, params);
        callbox::bytes out;
        one.dispatch(message, out, {.peer = "unix", .token = "ada"});
        cr_assert(out.view() == made_up::answered("null"));
    }
    return log.all;
}

Test(rpc_slow, a_slow_call_is_logged_once_for_each_method) {
    const auto lines = log_of(5, {"nap", "nap", "again", "nap"}, "[20]");
    cr_assert(lines.size() == 2);
    cr_expect(lines[0].starts_with("slow call method=nap ms=") &&
              lines[0].ends_with(" peer=unix token=ada"), "%s", lines[0].c_str());
    cr_expect(lines[1].starts_with("slow call method=again ms="), "%s", lines[1].c_str());
}

Test(rpc_slow, a_fast_call_is_not_logged) {
    cr_expect(log_of(2'000, {"nap", "again"}, "[1]").empty());
    cr_expect(log_of(3'600'000, {"nap"}, "[20]").empty());
    cr_expect(log_of(callbox::limits{}.slow_ms, {"nap"}, "[20]").empty());
}

// A message may begin when the last call has ended only if it follows immediately.
Test(rpc_slow, the_time_between_messages_is_not_that_of_a_call) {
    support::kept_log log;
    callbox::limits bounds;
    bounds.slow_ms = 1'000;
    const callbox::table all(methods);
    callbox::rpc::call_counters counts(callbox::rpc::counted_methods(all));
    callbox::rpc::dispatcher alone(all, nullptr, bounds, log, nullptr, &counts);
    callbox::rpc::dispatcher after_error(all, nullptr, bounds, log, nullptr, &counts);
    const auto dispatch = [&](callbox::rpc::dispatcher& one, std::string message) {
        callbox::bytes out;
        one.dispatch(message, out);
    };
    dispatch(alone, made_up::sent("nap", "[0]"));
    alone.set_continues(false);
    dispatch(after_error, made_up::sent("nap", "[0]"));
    dispatch(after_error, "{");
    after_error.set_continues(true);
    nap(1'100);
    dispatch(alone, made_up::sent("nap", "[0]"));
    dispatch(after_error, made_up::sent("nap", "[0]"));
    cr_expect(log.all.empty(), "%s", log.text().c_str());
}

Test(rpc_slow, a_call_that_waits_is_slow_if_its_function_is) {
    support::kept_log log;
    const callbox::limits bounds;
    const callbox::table all(methods);
    callbox::rpc::call_counters counts(callbox::rpc::counted_methods(all));
    struct later_calls_of_a_server : callbox::rpc::later_calls {
        using later_calls::later_calls;
        bool takes_calls() const override { return true; }
    } calls(all, bounds);
    callbox::rpc::dispatcher one(all, nullptr, bounds, log, &calls, &counts);
    const auto slow = [&](std::string_view params, int waits_ms) {
        std::string message = made_up::sent("keep", params);
        callbox::bytes out;
        cr_assert(one.dispatch(message, out).waits);
        const auto answer = one.take_pending();
        nap(waits_ms);
        for (auto& each : std::exchange(kept, {})) each(5);
        calls.wait_for(*answer);
        return counts.of(all.index_of(*all.find("keep"))).slow.get();
    };
    cr_expect(slow("[0]", 1'100) == 0 && log.all.empty(), "%s", log.text().c_str());
    cr_expect(slow("[1100]", 0) == 1);
    cr_expect(log.all.size() == 1 && log.all[0].starts_with("slow call method=keep ms=1"), "%s",
              log.text().c_str());
}

Test(rpc_slow, nothing_is_logged_without_a_threshold_or_a_loop) {
    cr_expect(log_of(0, {"nap", "again"}, "[20]").empty(), "0: never");
    cr_expect(log_of(5, {"blocks"}, "[20]").empty(), "pool threads block no loop");
    cr_expect(log_of(5, {"nap"}, "[20]", false).empty(), "callbox::answer() has no loop");
}

}}  // namespace slow_test
