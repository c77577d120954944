// tools/call of blocking methods: deferred answers.
#include "spoken.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace call_late_test { namespace {

using callbox::method;
using mcp_test::failed, mcp_test::modern, mcp_test::modern_end, mcp_test::named;
using mcp_test::returned, mcp_test::spoken, mcp_test::tool_call;
using std::string;

int executed = 0;
int same(int value) { return ++executed, value; }

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"slow", same>("", "v", callbox::blocking),
    method<"slow.limited", same>("", "v", callbox::blocking,
                                 callbox::timeout(std::chrono::milliseconds(1500))),
    method<"quick", same>("", "v"),
};

string quoted(std::string_view text) { return '"' + string(text) + '"'; }

// The answer to a pending call, whose response comes from `fill`.
template <class Fill> string late(spoken& one, const string& message, Fill fill) {
    (void)one.answer(message);
    cr_assert(one.said.waits);
    const auto rest = one.one.take_pending();
    fill(*rest);
    cr_assert(rest->is_complete());
    callbox::bytes out;
    one.one.answer_late(*rest, out);
    return string(out.view());
}
// The response of a dispatcher to the request that was handed over last.
std::unique_ptr<callbox::rpc::deferred_result> response_of(const spoken& one) {
    support::quiet_log log;
    callbox::rpc::dispatcher there(methods, nullptr, {}, log);
    string request = one.slow.all.back().request;
    auto what = std::make_unique<callbox::rpc::deferred_result>();
    const callbox::caller from = one.slow.all.back().who->view();
    what->error_code = there.dispatch(request, what->response, from).error_code;
    return what;
}
string late(spoken& one, const string& message) {
    return late(one, message, [&](callbox::rpc::pending& rest) {
        rest.fill(one.slow.all.size(), response_of(one));
    });
}

Test(mcp_call_late, a_blocking_method_is_answered_late) {
    spoken one(methods);
    executed = 0;
    cr_expect(late(one, tool_call("slow", R"({"v":5})", R"("a\"b")")) ==
              returned("\"5\"", R"({"result":5})", R"("a\"b")"));
    const string end = ',' + string(modern_end) + R"(},"id":1})";
    cr_expect(late(one, modern("tools/call", named("slow", R"({"v":6})"))).ends_with(end));
    cr_expect(executed == 2);
    const string wrong = late(one, tool_call("slow", R"({"v":"x","a":1})"));
    cr_expect(wrong == failed(R"("Invalid params: unexpected parameter \"a\"\n)"
                              R"(parameter \"v\": expected integer, got string")"),
              "%s", wrong.c_str());
}

Test(mcp_call_late, a_pending_answer_keeps_its_tool_and_its_era) {
    spoken one(methods);
    (void)late(one, tool_call("slow", R"({"v":5})"));
    cr_assert(one.slow.all.size() == 1 && one.slow.all[0].awaited);
    cr_assert(one.slow.all[0].who.has_value());
    cr_expect(one.slow.all[0].who->view().via == callbox::call_protocol::mcp);
    cr_expect(one.slow.all[0].who->view().peer == "127.0.0.1:1");
}

Test(mcp_call_late, a_full_queue_and_a_timeout_have_readable_texts) {
    spoken one(methods);
    const auto gives_up = [&](callbox::rpc::pending& rest) {
        rest.fill(one.slow.all.size(), nullptr);
    };
    cr_expect(late(one, tool_call("slow.limited", R"({"v":5})"), gives_up) ==
              failed(R"("No answer within 1500 ms")"));
    one.slow.room = one.slow.all.size();
    one.expect(tool_call("slow", R"({"v":5})"), failed(R"("Busy: try again later")"));
}

Test(mcp_call_late, a_late_answer_over_the_limit_asks_for_less) {
    mcp_test::setup with;
    with.bounds.response_bytes_max = 1024;
    spoken one(methods, with);
    const auto fills = [&](callbox::rpc::pending& rest) {
        auto what = std::make_unique<callbox::rpc::deferred_result>();
        what->response.append(made_up::answered(quoted(string(5000, 'x'))));
        rest.fill(one.slow.all.size(), std::move(what));
    };
    cr_expect(late(one, tool_call("slow", R"({"v":5})"), fills) ==
              failed(R"("The answer is larger than 1024 bytes: ask for less")"));
}

Test(mcp_call_late, a_pending_answer_survives_later_messages) {
    spoken one(methods);
    (void)one.answer(tool_call("slow", R"({"v":5})", "\"first\""));
    const auto first = one.one.take_pending();
    one.expect(tool_call("quick", R"({"v":1})"), returned("\"1\"", R"({"result":1})"));
    (void)one.answer(tool_call("slow", R"({"v":6})", "2"));
    const auto second = one.one.take_pending();
    callbox::bytes out;
    second->fill(2, response_of(one));
    one.one.answer_late(*second, out);
    cr_expect(out.view() == returned("\"6\"", R"({"result":6})", "2"));
    out.clear();
    auto what = std::make_unique<callbox::rpc::deferred_result>();
    what->response.append(made_up::answered("5", "\"first\""));
    first->fill(1, std::move(what));
    one.one.answer_late(*first, out);
    cr_expect(out.view() == returned("\"5\"", R"({"result":5})", "\"first\""));
}

}}  // namespace call_late_test
