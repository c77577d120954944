// What the feeds of a topic get, and its numbers.
#include "events/topic.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace topic_test { namespace {

using callbox::events::shared_publication, callbox::events::topic;

// Runs once while the next payload is written, without the topic's lock.
std::function<void()> meanwhile;

void write(callbox::writer& to, const void* payload) {
    if (const auto run = std::exchange(meanwhile, nullptr)) run();
    to.string(*static_cast<const std::string*>(payload));
}
std::shared_ptr<const void> copy(const void* payload) {
    return std::make_shared<const std::string>(*static_cast<const std::string*>(payload));
}
void publish(topic& to, const std::string& payload) { to.publish(&payload, {write, copy}); }

struct feed final : callbox::events::feed {
    void put(std::size_t, const shared_publication& event, bool) noexcept override {
        got.push_back(event);
    }
    void put(std::size_t, callbox::events::loss*) noexcept override { ++lost; }
    std::vector<shared_publication> got;
    int lost = 0;
};

Test(events_topic, an_event_that_is_being_published_has_a_value_for_a_filter_that_begins) {
    topic t;
    feed unfiltered, filtered;
    (void)t.begin({&unfiltered, 0, false, 0}, {});
    meanwhile = [&] {
        (void)t.begin({&filtered, 0, true, 0}, {});
        publish(t, "fast");
    };
    publish(t, "slow");
    for (const feed* each : {&unfiltered, &filtered}) {
        cr_assert(each->got.size() == 2 && each->lost == 0);
        for (std::size_t i = 0; i < 2; ++i) {
            const shared_publication& event = each->got[i];
            cr_assert(event->value != nullptr, "event %zu", i);
            const std::string wanted = i == 0 ? "fast" : "slow";
            cr_expect(*static_cast<const std::string*>(event->value.get()) == wanted);
            cr_expect(event->payload() == '"' + wanted + '"');
            cr_expect(event->seq == each->got[0]->seq + i);
        }
    }
}

Test(events_topic, events_retained_for_a_client_that_cannot_resume_have_a_value) {
    topic t;
    feed f;
    cr_assert(t.begin({&f, 0, false, 2}, 0).has_gap);
    publish(t, "first");
    publish(t, "second");
    const auto second = static_cast<std::int64_t>(t.begin({&f, 0, true, 2}, {}).after);
    const topic::beginning resumed = t.begin({&f, 0, true, 2}, second - 1);
    cr_assert(resumed.retained.size() == 1 && resumed.retained[0]->payload() == "\"second\"");
    cr_expect(resumed.retained[0]->value != nullptr);
}

// Also without a clock that goes on while a device is off.
Test(events_topic, topics_of_the_same_time_have_no_number_in_common) {
    constexpr std::uint64_t apart = 1'000, least = 1'000'000'000'000'000;
    std::vector<std::uint64_t> all;
    for (int i = 0; i < 20; ++i) {
        topic t;
        feed f;
        (void)t.begin({&f, 0, false, 1}, {});
        publish(t, "first");
        all.push_back(f.got.at(0)->seq);
    }
    std::ranges::sort(all);
    cr_expect(all.front() >= least && all.back() < 1ULL << 53);
    for (std::size_t i = 1; i < all.size(); ++i)
        cr_expect(all[i] - all[i - 1] >= apart, "%zu", static_cast<std::size_t>(all[i]));
}

Test(events_topic, a_number_of_another_process_cannot_be_resumed) {
    topic before, after;
    feed f;
    (void)before.begin({&f, 0, false, 4}, {});
    (void)after.begin({&f, 1, false, 4}, {});
    for (int i = 0; i < 3; ++i) publish(before, "before");
    for (int i = 0; i < 3; ++i) publish(after, "after");
    for (std::size_t i = 0; i < 6; ++i) {
        const auto since = static_cast<std::int64_t>(f.got.at(i)->seq);
        const topic::beginning made = after.begin({&f, 1, false, 4}, since);
        cr_expect(made.has_gap == (i < 3) && !made.missed, "event %zu", i);
        cr_expect(made.retained.size() == (i < 3 ? 0 : 5 - i), "event %zu", i);
    }
}

}}  // namespace topic_test
