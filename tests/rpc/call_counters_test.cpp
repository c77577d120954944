// Counters of calls by duration and error code.
#include "rpc/call_counters.hpp"

#include "base/ticks.hpp"
#include "rpc/dispatch.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <ctime>
#include <string>

namespace call_counters_test { namespace {

using callbox::rpc::call_counters;

constexpr callbox::api methods{
    callbox::method<"one", [] { return 1; }>("", callbox::fails(7, "seven"),
                                             callbox::fails(8, "eight")),
    callbox::method<"two", [](int n) { return n; }>("", "n"),
};
const callbox::table rows(methods);

std::uint64_t ticks(double seconds) {
    return static_cast<std::uint64_t>(seconds * callbox::ticks_per_second());
}
std::uint64_t of_all(const call_counters::of_method& method) {
    std::uint64_t sum = 0;
    for (const auto& each : method.took) sum += each.get();
    return sum;
}

Test(rpc_call_counters, ticks_have_the_reported_length) {
    const std::uint64_t begin = callbox::ticks_now();
    const timespec pause{0, 20'000'000};
    (void)::nanosleep(&pause, nullptr);
    const double took = static_cast<double>(callbox::ticks_now() - begin) /
                        callbox::ticks_per_second();
    cr_expect(took > 0.0199 && took < 2.0, "%f", took);
    cr_expect(callbox::ticks_between(5, 3) == 0, "no duration is negative");
}

Test(rpc_call_counters, a_duration_is_in_the_first_bucket_whose_bound_is_not_less) {
    call_counters counts(callbox::rpc::counted_methods(rows));
    counts.called(0, 0, {});
    counts.called(0, ticks(0.000009), {});
    counts.called(0, ticks(0.00002), {});
    counts.called(0, ticks(0.9), {});
    counts.called(0, ticks(11), {});
    const auto& took = counts.of(0).took;
    cr_expect(took[0].get() == 2);
    cr_expect(took[1].get() == 1);
    cr_expect(took[9].get() == 1);
    cr_expect(took[12].get() == 1);
    cr_expect(of_all(counts.of(0)) == 5);
    cr_expect(of_all(counts.of(1)) == 0);
    cr_expect(counts.of(0).ticks.get() >= ticks(11.9));
}

Test(rpc_call_counters, a_code_is_counted_where_it_is_declared_or_as_another) {
    call_counters counts(callbox::rpc::counted_methods(rows));
    for (const int code : {7, 8, 8, 9, -32602, -32603, -32001, -32002, -32003})
        counts.called(0, 1, code);
    counts.called(1, 1, 7);
    const auto& failed = counts.of(0).failed;
    for (std::size_t i = 0; i < 5; ++i) cr_expect(failed[i].get() == 1, "%zu", i);
    cr_expect(failed[8].get() == 1 && failed[9].get() == 2, "declared codes");
    cr_expect(failed[10].get() == 1);
    cr_expect(counts.of(1).failed[8].get() == 1, "a code that another method declares");
}

Test(rpc_call_counters, methods_of_the_protocol_share_an_entry_after_those_of_the_table) {
    call_counters counts(callbox::rpc::counted_methods(rows));
    cr_expect(rows.index_of(rows.rows[1]) == 1);
    static constexpr callbox::row other{.name = "rpc.other"};
    cr_expect(rows.index_of(other) == 2);
    counts.failed(2, 7);
    cr_expect(counts.of(2).failed[0].get() == 1, "they declare no codes");
}

Test(rpc_call_counters, a_dispatcher_counts_each_member_of_a_batch) {
    call_counters counts(callbox::rpc::counted_methods(rows));
    support::quiet_log log;
    callbox::rpc::dispatcher one(rows, nullptr, {}, log, nullptr, &counts);
    std::string batch =
        R"([{"jsonrpc":"2.0","method":"two","params":[1],"id":1},)"
        R"({"jsonrpc":"2.0","method":"two","params":[],"id":1},)"
        R"({"jsonrpc":"2.0","method":"two","params":["x"]},)"
        R"({"jsonrpc":"2.0","method":"one","id":1},{"method":1},)"
        R"({"jsonrpc":"2.0","method":"three","id":1}])";
    callbox::bytes out;
    batch.reserve(batch.size() + 1);
    (void)one.dispatch(batch, out);
    cr_expect(of_all(counts.of(0)) == 1);
    cr_expect(of_all(counts.of(1)) == 3);
    cr_expect(counts.of(1).failed[0].get() == 2);
    cr_expect(counts.unknown_methods.get() == 1);
    cr_expect(counts.invalid_requests.get() == 1);
    cr_expect(counts.notifications_failed.get() == 1);
    std::string broken = "{";
    (void)one.dispatch(broken, out);
    cr_expect(counts.parse_errors.get() == 1);
}

callbox::topic<int> ticks_of_a_clock;
constexpr callbox::api events{callbox::event<"tick", &ticks_of_a_clock>("", callbox::keeps(4))};

Test(rpc_call_counters, a_call_of_an_event_without_a_stream_is_counted) {
    support::kept_log log;
    const callbox::table all(events);
    call_counters counts(callbox::rpc::counted_methods(all));
    callbox::rpc::dispatcher one(all, nullptr, {}, log, nullptr, &counts);
    std::string message = made_up::sent("tick", "[]");
    callbox::bytes out;
    one.dispatch(message, out);
    cr_expect(counts.failures(0, -32004) == 1 && of_all(counts.of(0)) == 1);
}

Test(rpc_call_counters, errors_of_events_have_codes_of_their_own) {
    call_counters counts(callbox::rpc::counted_methods(callbox::table(events)));
    for (const int code : {-32004, -32005, -32007}) {
        counts.failed(0, code);
        cr_expect(counts.failures(0, code) == 1 && counts.failures(0, 99) == 0, "%d", code);
    }
}

}}  // namespace call_counters_test
