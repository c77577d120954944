// Answers that wait, without the dispatcher that made their calls.
#include "rpc/deferred.hpp"
#include "rpc/respond.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pending_test { namespace {

using namespace callbox;
using made_up::answered, made_up::batch;

std::unique_ptr<rpc::deferred_result> found(std::string_view response, std::uint64_t ticks = 0) {
    auto what = std::make_unique<rpc::deferred_result>();
    what->response.append(response);
    what->ticks = ticks;
    return what;
}
std::string timed_out(std::string_view id) {
    bytes out;
    rpc::respond_timed_out(out, id);
    return std::string(out.view());
}
std::string whole(const rpc::pending& rest, std::optional<int>* code = nullptr) {
    cr_assert(rest.is_complete());
    bytes out;
    const std::optional<int> got = rest.append_to(out);
    if (code != nullptr) *code = got;
    return std::string(out.view());
}

// The answer to a batch of requests 1, 2 and so on, all of which are pending.
struct waiting_batch {
    rpc::pending rest;
    explicit waiting_batch(std::size_t length, std::size_t limit = 1000) : rest(limit) {
        std::string text = "[";
        for (std::size_t i = 1; i <= length; ++i) {
            if (i != 1) text += ',';
            rest.wait_for(i, text.size(), std::to_string(i));
        }
        rest.keep(text + "]");
    }
};

Test(rpc_pending, calls_that_are_abandoned_time_out_and_the_others_are_answered) {
    waiting_batch made(3);
    made.rest.fill(2, found(answered("true", "2")));
    cr_expect(made.rest.missing() == 2);
    made.rest.abandon_all();
    made.rest.abandon_all();
    made.rest.fill(3, found(answered("true", "3")));
    cr_expect(whole(made.rest) ==
              batch({timed_out("1"), answered("true", "2"), timed_out("3")}));
}

Test(rpc_pending, one_call_that_is_abandoned_has_the_error_s_code) {
    rpc::pending rest(1000);
    rest.wait_for(1, 0, R"("a")");
    rest.keep("");
    rest.abandon_all();
    std::optional<int> code;
    cr_expect(whole(rest, &code) == timed_out(R"("a")"));
    cr_expect(code == -32003);
}

Test(rpc_pending, a_cancelled_call_is_still_awaited) {
    waiting_batch made(2);
    for (const char* id : {"1", "2", "3", ""}) made.rest.cancel(id);
    cr_expect(made.rest.missing() == 2 && made.rest.awaits(1) && made.rest.awaits(2));
    made.rest.fill(1, found(answered("1", "1")));
    made.rest.fill(2, found(answered("2", "2")));
    cr_expect(whole(made.rest) == batch({answered("1", "1"), answered("2", "2")}));
}

Test(rpc_pending, it_may_be_destroyed_before_its_calls_are_answered) {
    waiting_batch made(3);
    made.rest.fill(2, found(answered("2", "2")));
    cr_expect(not made.rest.is_complete());
}

Test(rpc_pending, its_duration_is_that_of_its_calls) {
    waiting_batch made(3);
    cr_expect(made.rest.ticks() == 0);
    made.rest.fill(3, found(answered("3", "3"), 5));
    made.rest.fill(1, found(answered("1", "1"), 7));
    cr_expect(made.rest.ticks() == 12);
    made.rest.abandon_all();
    cr_expect(made.rest.ticks() == 12);
}

Test(rpc_pending, late_and_large_ones_are_counted_as_errors_and_no_others) {
    rpc::call_counters counts({{.name = "one", .codes = {-32001, -32003}}});
    waiting_batch made(3, 100);
    made.rest.fill(1, found(answered("\"" + std::string(100, 'x') + "\"", "1")));
    made.rest.fill(2, found(answered("2", "2")));
    made.rest.abandon_all();
    made.rest.count_into(counts);
    cr_expect(counts.failures(0, -32001) == 1 && counts.failures(0, -32003) == 1);
    cr_expect(whole(made.rest).find(answered("2", "2")) != std::string::npos);
}

}}  // namespace pending_test
