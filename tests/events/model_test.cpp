// Random steps of publishers, clients and loops: what each subscription receives is compared with
// the model, message by message. A failing sequence of steps is shortened, then printed.
#include "world.hpp"

#include <criterion/criterion.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace events_model_test { namespace {

using namespace events_model;

TestSuite(events_model, .timeout = 120);
TestSuite(long_events_model, .timeout = 1200);

std::string error_of(std::size_t bytes_max, const std::vector<step>& steps) {
    return world(bytes_max).run(steps);
}

// Leaves out all steps without which it still fails.
std::vector<step> shortened(std::size_t bytes_max, std::vector<step> steps) {
    for (std::size_t size = steps.size() / 2; size > 0; size /= 2)
        for (std::size_t at = 0; at < steps.size();) {
            std::vector<step> fewer = steps;
            const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(at);
            const std::size_t count = std::min(size, fewer.size() - at);
            fewer.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
            if (error_of(bytes_max, fewer).empty()) at += count;
            else steps = std::move(fewer);
        }
    return steps;
}

void run(std::uint64_t first, std::uint64_t last) {
    std::size_t messages = 0;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        chance luck(seed);
        const std::size_t bytes_max = luck.below(1'000);
        const std::vector<step> steps = steps_of(luck, 50 + luck.below(300));
        world w(bytes_max);
        if (w.run(steps).empty()) {
            messages += w.messages;
            continue;
        }
        const std::vector<step> few = shortened(bytes_max, steps);
        std::string text;
        for (const step& s : few)
            text += std::string("\n    ") + kinds[static_cast<std::size_t>(s.what)] + ' ' +
                    std::to_string(s.a) + ' ' + std::to_string(s.b) + ' ' + std::to_string(s.c);
        cr_assert_fail("seed %llu, %zu bytes: %s%s", static_cast<unsigned long long>(seed),
                       bytes_max, error_of(bytes_max, few).c_str(), text.c_str());
    }
    cr_expect(messages > 20 * (last - first), "%zu messages", messages);
}

Test(events_model, each_subscription_gets_the_messages_of_the_model) { run(1, 600); }
Test(long_events_model, each_subscription_gets_the_messages_of_the_model) { run(601, 60'000); }

// ------------------------------------------------------------------------------- what went wrong

Test(events_model, an_ended_subscription_sends_what_waits) {
    const std::string error = error_of(150, {{kind::subscribe, 483, 592, 603},
                                             {kind::publish, 587, 108, 758},
                                             {kind::publish, 303, 14, 512},
                                             {kind::publish, 847, 968, 372}});
    cr_expect(error.empty(), "%s", error.c_str());
}

Test(events_model, retained_events_extend_the_limit_only_while_they_wait) {
    const std::string error = error_of(139, {{kind::subscribe, 45, 928, 378},
                                             {kind::publish, 603, 717, 216},
                                             {kind::turn, 77, 389, 283},
                                             {kind::publish, 703, 833, 720},
                                             {kind::publish, 131, 165, 775},
                                             {kind::subscribe, 88, 165, 53},
                                             {kind::publish, 75, 562, 132},
                                             {kind::stall, 52, 81, 143},
                                             {kind::publish, 327, 552, 404},
                                             {kind::publish, 131, 978, 417},
                                             {kind::publish, 27, 353, 965},
                                             {kind::publish, 603, 967, 373}});
    cr_expect(error.empty(), "%s", error.c_str());
}

}}  // namespace events_model_test
