// A loop on a thread of its own, threads that publish, and clients that read or do not.
#include "subscriber.hpp"

#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace publishing_test { namespace {

using single::server, single::subscriber;

TestSuite(server_publishing, .timeout = 60);

callbox::topic<std::int64_t> numbers;
callbox::topic<std::string> texts;
callbox::topic<double> ratios;

constexpr callbox::api rows{
    callbox::thread_safe,
    callbox::event<"numbers", &numbers>("Numbers."),
    callbox::event<"texts", &texts>("Texts."),
    callbox::event<"ratios", &ratios>("Ratios."),
};

callbox::options how(std::size_t subscription_bytes = 10 << 20) {
    callbox::options made;
    made.limits.subscription_bytes_max = subscription_bytes;
    return made;
}

std::int64_t number_in(const std::string& message) {
    constexpr std::string_view key = "\"result\":";
    return std::stoll(message.substr(message.find(key) + key.size()));
}

Test(server_publishing, all_subscribers_get_all_events_of_all_threads_in_one_order) {
    constexpr std::int64_t threads = 4, count = 2'000, last = threads * count;
    server s(rows, how());
    s.run();
    std::array<subscriber, 3> all{{{s, "numbers"}, {s, "numbers"}, {s, "numbers"}}};
    std::vector<std::thread> publishers;
    for (std::int64_t t = 0; t < threads; ++t)
        publishers.emplace_back([t] {
            for (std::int64_t i = 0; i < count; ++i) numbers.publish(t * count + i);
        });
    for (std::thread& each : publishers) each.join();
    numbers.publish(last);
    std::vector<std::int64_t> order;
    for (subscriber& each : all) {
        std::vector<std::int64_t> got;
        for (const std::string& one : each.messages_until("\"result\":8000}}"))
            got.push_back(number_in(one));
        cr_assert(got.size() == last + 1, "%zu", got.size());
        if (order.empty()) order = got;
        cr_expect(got == order);
    }
    std::array<std::int64_t, threads> next{};
    for (const std::int64_t n : order)
        if (n != last) cr_assert(next[static_cast<std::size_t>(n / count)]++ == n % count);
}

Test(server_publishing, a_payload_without_json_ends_the_subscriptions_after_what_was_published) {
    server s(rows, how());
    s.run();
    std::array<subscriber, 2> both{{{s, "ratios"}, {s, "ratios"}}};
    ratios.publish(0.5);
    ratios.publish(NAN);
    for (subscriber& each : both) {
        const std::vector<std::string> got = each.messages_until("}}}}");
        cr_assert(got.size() == 2 && got[0].ends_with(R"("result":0.5}})"));
        const bool has_ended =
            got[1].find(R"("data":{"reason":"memory","missed":1}})") != std::string::npos;
        cr_expect(has_ended, "%s", got[1].c_str());
    }
}

Test(server_publishing, who_does_not_read_delays_nobody_and_can_call) {
    server s(rows, how(100'000));
    s.run();
    subscriber stalled(s, "texts");
    subscriber other(s, "texts");
    const std::string large(50'000, 'x');
    for (int i = 0; i < 400; ++i) {  // 20 MB: more than sockets hold
        texts.publish(large + std::to_string(i));
        other.frames.clear();
        (void)other.read_until("x" + std::to_string(i) + "\"}}");
    }
    stalled.peer.send(frames::text(made_up::sent("rpc.unsubscribe", "[\"2\"]", "2")));
    (void)stalled.read_until("\"id\":2}");
    const std::vector<std::string> all = stalled.messages_until("}}}}");
    const auto has = [&](std::string_view text) {
        return std::ranges::any_of(
            all, [&](const std::string& each) { return each.find(text) != each.npos; });
    };
    cr_expect(has(R"({"jsonrpc":"2.0","result":false,"id":2})"));
    cr_expect(has(R"("data":{"reason":"overflow","missed":)"));
}

Test(server_publishing, clients_that_come_and_go_while_events_are_published) {
    server s(rows, how(1024));
    s.run();
    std::atomic<bool> over = false;
    std::thread publisher([&] {
        for (std::int64_t n = 0; !over; ++n) {
            numbers.publish(n);
            texts.publish(std::string(static_cast<std::size_t>(n % 2'000), 'x'));
            std::this_thread::sleep_for(std::chrono::microseconds(50));  // the loop must keep up
        }
    });
    for (int i = 0; i < 100; ++i) {
        subscriber one(s, i % 2 == 0 ? "numbers" : "texts");
        if (i % 3 != 0) (void)one.peer.some();
    }
    over = true;
    publisher.join();
    cr_expect(s.asked() == 'H');
}

}}  // namespace publishing_test
