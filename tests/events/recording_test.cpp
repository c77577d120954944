// events<>() of the client of a table without a network.
#include <callbox/callbox.hpp>
#include <callbox/event.hpp>
#include <callbox/hooks.hpp>
#include <callbox/test.hpp>

#include <criterion/criterion.h>

#include <cmath>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

namespace recording_test { namespace {

using callbox::arg, callbox::event, callbox::method;

struct change {
    std::string sku;
    std::int64_t count = 0;
    bool operator==(const change&) const = default;
};
constexpr auto describe(callbox::as<change>) {
    return callbox::fields{callbox::field{"sku", &change::sku},
                           callbox::field{"count", &change::count}};
}
using changes = std::vector<change>;

callbox::topic<double> ticks;
struct store {
    callbox::topic<change> changed;
    void take(std::string_view sku, std::int64_t count) {
        changed.publish({std::string(sku), count});
    }
};
bool concerns(const change& c, std::string_view sku) { return c.sku == sku; }
void tick(double at) { ticks.publish(at); }

constexpr callbox::api stock{
    method<"take", &store::take>("", "sku", "count"),
    event<"changed", &store::changed, concerns>("", "sku", callbox::keeps(1)),
    event<"all_changed", &store::changed>(""),
    event<"ticks", &ticks>(""),
};
constexpr callbox::api methods =
    callbox::with<stock>(callbox::raises<std::exception>(1, "failed"));
constexpr callbox::api clock{method<"tick", tick>("", "at"), event<"ticks", &ticks>("")};

Test(events_recording, payloads_are_returned_once_in_order) {
    store s;
    s.take("before", 1);
    callbox::test::client<methods> client(s);
    cr_expect(client.events<"changed">().empty());
    cr_expect(bool(client.call<"take">("A-1", 1)) && bool(client.call<"take">("B-2", 2)));
    cr_expect(client.events<"changed">() == (changes{{"A-1", 1}, {"B-2", 2}}));
    cr_expect(client.events<"changed">().empty());
    s.take("C-3", 3);
    cr_expect(client.events<"changed">() == (changes{{"C-3", 3}}));
    cr_expect(client.events<"all_changed">().size() == 3, "each event has its own");
}

Test(events_recording, each_client_has_its_own) {
    store s;
    callbox::test::client<methods> first(s);
    {
        callbox::test::client<methods> second(s);
        s.take("A-1", 1);
        cr_expect(second.events<"changed">().size() == 1);
    }
    s.take("A-1", 2);
    callbox::test::client<methods> moved = std::move(first);
    cr_expect(moved.events<"changed">().size() == 2);
}

Test(events_recording, a_topic_may_be_a_variable) {
    store s;
    callbox::test::client<methods> with_state(s);
    callbox::test::client<clock> without;
    cr_expect(bool(without.call<"tick">(1.5)));
    cr_expect(without.events<"ticks">() == std::vector{1.5});
    cr_expect(with_state.events<"ticks">() == std::vector{1.5});
}

Test(events_recording, threads_may_publish_while_events_are_returned) {
    constexpr std::int64_t most = 10'000;
    store s;
    callbox::test::client<methods> client(s);
    std::vector<std::thread> threads;
    for (const char* const sku : {"A", "B"})
        threads.emplace_back([&s, sku] {
            for (std::int64_t i = 1; i <= most; ++i) s.take(sku, i);
        });
    std::int64_t next[] = {1, 1};
    while (next[0] <= most || next[1] <= most)
        for (const change& each : client.events<"changed">())
            cr_assert(each.count == next[each.sku == "B"]++);
    for (std::thread& each : threads) each.join();
}

Test(events_recording, a_payload_without_json_is_reported, .signal = SIGABRT) {
    callbox::test::client<clock> client;
    ticks.publish(NAN);
}

} }  // namespace recording_test
