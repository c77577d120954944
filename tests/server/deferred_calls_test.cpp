// Calls of a loop that wait.
#include "server/deferred_calls.hpp"

#include "support/kept_calls.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace deferred_calls_test { namespace {

using namespace callbox;

constexpr api methods{
    callbox::thread_safe,
    method<"size", [](json any) { return any.text().size(); }>("", "any", blocking),
    method<"late", [](json any) { return any.text().size(); }>(
        "", "any", blocking, callbox::timeout(std::chrono::hours(1))),
};

// A pool whose threads are not started, so that all calls wait.
struct waiting_calls {
    options how;
    observe::log_style style{how};
    net::thread_pool pool;
    net::deferred_calls calls{pool};
    std::vector<rpc::ticket> taken;

    explicit waiting_calls(std::size_t queue = SIZE_MAX)
        : how(large(queue)), pool(methods, nullptr, how.limits, style) {
        cr_assert(calls.open().empty());
    }
    ~waiting_calls() { cr_assert(pool.stop() == 0); }
    static options large(std::size_t queue) {
        options how;
        how.limits.blocking_threads = 1;
        how.limits.blocking_queue_max = queue;
        return how;
    }
    rpc::ticket add(std::string_view name = "size") {
        bytes text;
        text.append(made_up::sent(name, "[1]"));
        const row& method = *table(methods).find(name);
        taken.push_back(calls.take(std::move(text), nullptr, method, true));
        cr_assert(taken.back() != 0);
        return taken.back();
    }
    std::size_t in_line() const { return pool.counts().waiting.get(); }
};

std::int64_t processor_ns() {
    timespec now{};
    (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

TestSuite(server_deferred_calls, .timeout = 60);

Test(server_deferred_calls, a_call_that_nobody_needs_is_taken_out_of_line) {
    waiting_calls all;
    for (int i = 0; i < 3; ++i) all.add();
    cr_expect(all.calls.leave(all.taken[1], rpc::executor::leaving::stops));
    cr_expect(all.in_line() == 2 && !all.calls.is_empty());
    cr_expect(!all.calls.leave(all.taken[0], rpc::executor::leaving::late), "it stays in line");
    cr_expect(all.in_line() == 2);
    for (const std::size_t i : {0u, 2u})
        cr_expect(all.calls.leave(all.taken[i], rpc::executor::leaving::stops));
    cr_expect(all.in_line() == 0 && all.calls.is_empty() && all.calls.next_due() == never);
}

Test(server_deferred_calls, an_overdue_call_is_found_in_order) {
    waiting_calls all;
    const rpc::ticket first = all.add("late"), second = all.add("late");
    all.add();
    const time_ms due = all.calls.next_due();
    cr_assert(due != never);
    cr_expect(all.calls.take_due(due - 1) == nullptr);
    std::vector<rpc::ticket> late;
    while (const rpc::job* const one = all.calls.take_due(due + 9'999))
        late.push_back(rpc::executor::ticket_of(*one));
    cr_assert(late.size() == 2);
    std::ranges::sort(late);
    cr_expect(late[0] == std::min(first, second) && late[1] == std::max(first, second));
    cr_expect(all.calls.next_due() == never);
    cr_expect(all.in_line() == 3);
}

Test(server_deferred_calls, a_refused_call_leaves_nothing_behind) {
    waiting_calls all(0);  // one for the thread, which does not run
    const rpc::ticket first = all.add("late");
    const row& method = *table(methods).find("late");
    cr_expect(all.calls.take(bytes(), nullptr, method, true) == 0);
    cr_expect(all.calls.leave(first, rpc::executor::leaving::stops));
    cr_expect(all.calls.is_empty() && all.calls.next_due() == never && all.in_line() == 0);
}

// The least time that the processor takes, of many.
Test(server_deferred_calls, leaving_takes_as_long_however_many_calls_of_others_wait) {
    const auto least_ns = [](int others) {
        waiting_calls all;
        for (int i = 0; i < others; ++i) all.add();
        std::int64_t least = INT64_MAX;
        for (int i = 0; i < 50; ++i) {
            const rpc::ticket one = all.add();
            const std::int64_t begin = processor_ns();
            cr_assert(all.calls.leave(one, rpc::executor::leaving::stops));
            least = std::min(least, processor_ns() - begin);
        }
        return least;
    };
    const std::int64_t among_few = least_ns(10), among_many = least_ns(20'000);
    cr_expect(among_many < 20 * among_few, "%lld and %lld ns", static_cast<long long>(among_few),
              static_cast<long long>(among_many));
}

}}  // namespace deferred_calls_test
