// What the feeds of a topic get, and its numbers.
#include "events/topic.hpp"

#include <criterion/criterion.h>

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
    void put(std::size_t, callbox::events::news) noexcept override { ++news; }
    std::vector<shared_publication> got;
    int news = 0;
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
        cr_assert(each->got.size() == 2 && each->news == 0);
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

}}  // namespace topic_test
