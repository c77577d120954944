// Threads for blocking methods where something is missing.
#include "server/thread_pool.hpp"

#include "server/deferred_calls.hpp"
#include "support/failing.hpp"
#include "support/kept_calls.hpp"

#include <callbox/callbox.hpp>
#include <callbox/memory.hpp>

#include <criterion/criterion.h>

#include <poll.h>

#include <cerrno>
#include <string>

namespace thread_pool_test { namespace {

using namespace callbox;

constexpr api methods{
    callbox::thread_safe,
    method<"size", [](json any) { return any.text().size(); }>("", "any", blocking),
};

struct pooled {
    options how;
    observe::log_style style{how};
    net::thread_pool all{methods, nullptr, how.limits, style};
    net::deferred_calls calls{all};
};

bytes request_of(const std::string& params) {
    bytes text;
    text.append(made_up::sent("size", params, "1"));
    return text;
}

// What comes back of one call.
rpc::jobs answered(net::deferred_calls& by, bytes request) {
    cr_assert(by.take(std::move(request), nullptr, *table(methods).find("size"), true) != 0);
    pollfd one{by.get(), POLLIN, 0};
    cr_assert(::poll(&one, 1, 10'000) == 1);
    return by.collect([](const auto&, const auto&) { return false; });
}

TestSuite(server_thread_pool, .timeout = 60);

Test(server_thread_pool, a_call_that_memory_runs_out_for_is_a_response_that_is_too_large) {
    pooled two;
    cr_assert(two.calls.open().empty() && two.all.start().empty());
    std::string list = "[[1";
    for (int i = 0; i < 50'000; ++i) list += ",1";
    bytes large = request_of(list + "]]"), small = request_of("[1]");
    memory::limit(memory::taken() + 100'000);
    cr_expect(answered(two.calls, std::move(large)).front().result->response.overflowed());
    const auto next = answered(two.calls, std::move(small));
    cr_expect(!next.front().result->response.overflowed());
    cr_expect(next.front().result->response.view() == R"({"jsonrpc":"2.0","result":1,"id":1})");
    cr_expect(two.all.stop() == 0);
}

Test(server_thread_pool, a_queue_that_can_not_hear_of_it_says_so) {
    pooled none;
    cr_expect(net_test::holds_failing({{SYS_eventfd2, EMFILE}}, [&] {
        return none.calls.open() == "cannot watch deferred calls: Too many open files";
    }));
}

}}  // namespace thread_pool_test
