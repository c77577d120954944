// Calls of a loop that wait, for many connections.
#include "server/deferred_calls.hpp"

#include "server/slots.hpp"
#include "support/kept_calls.hpp"
#include "support/memory.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace deferred_calls_test { namespace {

using namespace callbox;

constexpr api methods{
    callbox::thread_safe,
    method<"size", [](json any) { return any.text().size(); }>("", "any", blocking),
};

// A pool whose threads are not started, so that all calls wait.
struct waiting_calls {
    options how;
    observe::log_style style{how};
    net::thread_pool pool;
    net::deferred_calls calls{pool};
    rpc::call_counters counts{rpc::counted_methods(table(methods))};
    wire::memory_server server{{}};
    std::deque<net::slot> slots;

    waiting_calls() : how(large()), pool(methods, nullptr, how.limits, style) {
        cr_assert(calls.open().empty());
    }
    ~waiting_calls() { cr_assert(pool.stop() == 0); }
    static options large() {
        options how;
        how.limits.blocking_threads = 1;
        how.limits.blocking_queue_max = SIZE_MAX;
        return how;
    }
    net::slot& add(int count) {
        net::slot& one = slots.emplace_back(server.common());
        calls.assign_to(one);
        for (int i = 0; i < count; ++i) {
            bytes text;
            text.append(made_up::sent("size", "[1]"));
            const row& method = *table(methods).find("size");
            cr_assert(calls.take(std::move(text), nullptr, method, true) != 0);
        }
        return one;
    }
    std::size_t in_line() const { return pool.counts().waiting.get(); }
};

std::int64_t processor_ns() {
    timespec now{};
    (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

TestSuite(server_deferred_calls, .timeout = 60);

Test(server_deferred_calls, a_connection_that_closes_takes_its_own_calls_along_and_no_others) {
    waiting_calls all;
    net::slot& first = all.add(3);
    net::slot& second = all.add(2);
    net::slot& third = all.add(0);
    net::slot& fourth = all.add(1);
    all.calls.cancel(third, all.counts);
    cr_expect(all.in_line() == 6);
    all.calls.cancel(second, all.counts);
    cr_expect(all.in_line() == 4);
    cr_expect(!all.calls.take_waiting(&second, 4) && !all.calls.take_waiting(&second, 5));
    cr_expect(all.calls.take_waiting(&first, 2));
    all.calls.cancel(first, all.counts);
    cr_expect(all.in_line() == 2, "the one that was taken is still in line");
    cr_expect(all.calls.take_waiting(&fourth, 6));
    all.calls.cancel(fourth, all.counts);
    cr_expect(all.in_line() == 2 && all.calls.next_due() == never);
}

// The least time that the processor takes, of many.
Test(server_deferred_calls, a_close_takes_as_long_however_many_calls_of_others_wait) {
    const auto least_ns = [](int others) {
        waiting_calls all;
        for (int i = 0; i < others; ++i) all.add(1);
        std::int64_t least = INT64_MAX;
        for (int i = 0; i < 50; ++i) {
            net::slot& one = all.add(1);
            const std::int64_t begin = processor_ns();
            all.calls.cancel(one, all.counts);
            least = std::min(least, processor_ns() - begin);
        }
        return least;
    };
    const std::int64_t among_few = least_ns(10), among_many = least_ns(20'000);
    cr_expect(among_many < 20 * among_few, "%lld and %lld ns", static_cast<long long>(among_few),
              static_cast<long long>(among_many));
}

}}  // namespace deferred_calls_test
