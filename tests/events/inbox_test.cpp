// Events on their way from other threads to a loop.
#include "events/subscriptions.hpp"

#include <criterion/criterion.h>

#include <poll.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

using namespace callbox::events;

namespace {

bool is_readable(const inbox& of) {
    pollfd wait{of.get(), POLLIN, 0};
    return ::poll(&wait, 1, 0) == 1;
}

}  // namespace

// Otherwise a loop would wake up again and again, and find nothing to collect.
Test(events_inbox, is_readable_only_if_there_is_something_to_collect) {
    constexpr int events = 20'000;
    inbox in(1);
    cr_assert(in.open().empty());
    const auto event = std::make_shared<publication>();
    std::vector<std::thread> publishers;
    std::atomic<int> running = 2;
    for (int i = 0; i < 2; ++i)
        publishers.emplace_back([&] {
            for (int sent = 0; sent < events; ++sent) in.put(0, event, true);
            --running;
        });
    std::vector<inbox::entry> entries;
    std::vector<inbox::rest> after(1);
    std::size_t collected = 0;
    int useless = 0;
    for (bool is_over = false; !is_over;) {
        is_over = running == 0;
        if (is_readable(in) && !in.has_news()) ++useless;
        if (!in.has_news()) continue;
        in.collect(entries, after);
        collected += entries.size();
        entries.clear();
    }
    for (std::thread& each : publishers) each.join();
    cr_expect(useless == 0, "%d times", useless);
    cr_expect(collected == 2 * events, "%zu collected", collected);
    cr_expect(!is_readable(in));
}

// Otherwise a subscription would receive events after a gap that it does not know yet.
Test(events_inbox, events_after_a_lost_one_are_lost_too) {
    inbox in(2);
    cr_assert(in.open().empty());
    const auto at = [](std::uint64_t seq) {
        const auto event = std::make_shared<publication>();
        event->seq = seq;
        return event;
    };
    in.put(0, at(1), true);
    loss second{2, nullptr};
    in.put(0, &second);
    in.put(0, at(3), true);
    in.put(1, at(1), true);
    std::vector<inbox::entry> entries;
    std::vector<inbox::rest> after(2);
    in.collect(entries, after);
    cr_expect(entries.size() == 2 && entries[0].row == 0 && entries[1].row == 1);
    cr_expect(after[0].lost == 2 && after[0].last.seq == 3 && after[1].lost == 0);
}
