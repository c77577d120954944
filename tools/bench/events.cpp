// Publishes events when it is called.
#include "changes.hpp"

#include <chrono>
#include <thread>

namespace {

std::string_view ping() { return "pong"; }

void publish(std::uint32_t count) {
    for (; count > 0; --count) bench::publish_change();
}

// Events that are late follow without a pause.
std::uint32_t publish_at(std::uint32_t rate, std::uint32_t ms) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint32_t count = rate * ms / 1000;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::this_thread::sleep_until(begin + std::chrono::nanoseconds(1'000'000'000ll / rate * i));
        bench::publish_change();
    }
    return count;
}

constexpr callbox::api methods =
    bench::changed + callbox::api{
        callbox::thread_safe,
        callbox::method<"ping", ping>("Returns \"pong\"."),
        callbox::method<"publish", publish>("Publishes events.", "count"),
        callbox::method<"publish_at", publish_at>(
            "Publishes events at a rate, per second.", callbox::blocking,
            callbox::arg("rate").at_least(1), "ms"),
    };

}  // namespace

int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
