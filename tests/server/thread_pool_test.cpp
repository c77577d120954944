// Threads for blocking methods where something is missing.
#include "server/thread_pool.hpp"

#include "support/failing.hpp"
#include "server/completion_queue.hpp"
#include "support/elsewhere.hpp"

#include <callbox/callbox.hpp>
#include <callbox/memory.hpp>

#include <criterion/criterion.h>

#include <poll.h>

#include <cerrno>
#include <memory>
#include <string>

using namespace callbox;

namespace {

constexpr api methods{
    method<"size", [](json any) { return any.text().size(); }>("", "any", blocking),
};

struct hands {
    options how;
    net::log_style style{how};
    net::pool all{methods, nullptr, how.limits, style};
    net::desk desk{all};
};

bytes request_of(const std::string& params) {
    bytes text;
    text.append(made_up::sent("size", params, "1"));
    return text;
}

// What comes back of one call.
std::unique_ptr<net::job> answered(net::desk& by, bytes request) {
    cr_assert(by.take(std::move(request), nullptr, *table(methods).find("size"), true) != 0);
    pollfd one{by.get(), POLLIN, 0};
    cr_assert(::poll(&one, 1, 10'000) == 1);
    return by.collect();
}

}  // namespace

TestSuite(server_thread_pool, .timeout = 60);

Test(server_thread_pool, a_call_that_memory_runs_out_for_is_a_response_that_is_too_large) {
    hands two;
    cr_assert(two.desk.open().empty() && two.all.start().empty());
    std::string list = "[[1";
    for (int i = 0; i < 50'000; ++i) list += ",1";
    bytes large = request_of(list + "]]"), small = request_of("[1]");
    memory::limit(memory::taken() + 100'000);
    cr_expect(answered(two.desk, std::move(large))->what.response.overflowed());
    const auto next = answered(two.desk, std::move(small));
    cr_expect(!next->what.response.overflowed());
    cr_expect(next->what.response.view() == R"({"jsonrpc":"2.0","result":1,"id":1})");
    cr_expect(two.all.stop() == 0);
}

Test(server_thread_pool, a_desk_that_can_not_hear_of_it_says_so) {
    hands none;
    cr_expect(net_test::holds_failing({{SYS_eventfd2, EMFILE}}, [&] {
        return none.desk.open() == "cannot hear of blocking methods: Too many open files";
    }));
}
