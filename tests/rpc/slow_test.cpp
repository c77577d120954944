// Calls that hold a loop: which of them the log warns of.
#include "support/logs.hpp"
#include "support/messages.hpp"

#include "rpc/dispatch.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace {

void nap(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
constexpr callbox::api methods{
    callbox::method<"nap", nap>("", "ms"),
    callbox::method<"again", nap>("", "ms"),
    callbox::method<"blocks", nap>("", "ms", callbox::blocking),
};

// What the log says of these calls, a line each.
std::vector<std::string> told(std::uint32_t slow_ms, std::initializer_list<const char*> names,
                              std::string_view params, bool serves = true) {
    support::kept_log log;
    callbox::limits bounds;
    bounds.slow_ms = slow_ms;
    const callbox::table all(methods);
    callbox::observe::call_counters counts(callbox::rpc::counted_methods(all));
    callbox::rpc::dispatcher one(all, nullptr, bounds, log, nullptr, serves ? &counts : nullptr);
    for (const char* name : names) {
        std::string message = made_up::sent(name, params);
        callbox::bytes out;
        one.dispatch(message, out, {.peer = "unix", .token = "ada"});
        cr_assert(out.view() == made_up::answered("null"));
    }
    return log.all;
}

}  // namespace

Test(rpc_slow, a_call_that_takes_longer_is_told_once_for_each_method) {
    const auto lines = told(5, {"nap", "nap", "again", "nap"}, "[20]");
    cr_assert(lines.size() == 2);
    cr_expect(lines[0].starts_with("slow call method=nap ms=") &&
              lines[0].ends_with(" peer=unix token=ada"), "%s", lines[0].c_str());
    cr_expect(lines[1].starts_with("slow call method=again ms="), "%s", lines[1].c_str());
}

Test(rpc_slow, a_call_that_takes_less_is_not_told) {
    cr_expect(told(2'000, {"nap", "again"}, "[1]").empty());
    cr_expect(told(3'600'000, {"nap"}, "[20]").empty());
    cr_expect(told(callbox::limits{}.slow_ms, {"nap"}, "[20]").empty());
}

Test(rpc_slow, none_is_told_where_nobody_asked_for_it) {
    cr_expect(told(0, {"nap", "again"}, "[20]").empty(), "0 is never");
    cr_expect(told(5, {"blocks"}, "[20]").empty(), "nobody waits for a thread of the pool");
    cr_expect(told(5, {"nap"}, "[20]", false).empty(), "nor for callbox::answer()");
}
