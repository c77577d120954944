// Functions with a callbox::caller parameter.
#include "support/kept_calls.hpp"
#include "support/logs.hpp"

#include "openrpc/document.hpp"
#include "rpc/dispatch.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

namespace caller_test { namespace {

using callbox::caller, callbox::method;
using made_up::answered, made_up::batch, made_up::sent;
using namespace std::chrono_literals;

std::string all_of(const caller& from) {
    return std::string(from.peer) + '|' + (from.uid ? std::to_string(*from.uid) : "-") + '|' +
           std::string(from.token) + '|' + std::string(from.traceparent) + '|' +
           (from.deadline ? "in time" : "-");
}

struct notes {
    std::string last;
};
void note(notes& n, const caller& from, std::string_view text) {
    n.last = std::string(from.token) + " says " + std::string(text);
}
std::string last(notes& n, caller from) { return n.last + " to " + std::string(from.token); }

constexpr callbox::api plain{
    callbox::thread_safe,
    method<"who", all_of>("Who calls."),
    method<"copy", [](caller from) { return all_of(from); }>("The same."),
    method<"greet", [](const caller& from, std::string_view word, int n) {
        return std::string(word) + ' ' + std::string(from.token) + std::to_string(n);
    }>("Greets.", "word", callbox::arg("n") = 1),
    method<"slow.who", all_of>("Who calls.", callbox::blocking, callbox::timeout(1s)),
    method<"slow.other", [] { return 1; }>("Does not ask.", callbox::blocking),
};
constexpr callbox::api stateful{
    method<"note", note>("Notes.", "text"),
    method<"last", last>("Tells."),
};

const caller ada{.peer = "[::1]:5", .uid = 7, .token = "ada", .traceparent = "00-x"};

Test(rpc_caller, an_answer_without_a_network_has_the_caller_it_is_given) {
    for (const char* name : {"who", "copy", "slow.who"}) {
        cr_expect(callbox::answer(plain, sent(name, "[]")) == answered(R"("|-|||-")"));
        cr_expect(callbox::answer(plain, sent(name, "[]"), {}, ada) ==
                  answered(R"("[::1]:5|7|ada|00-x|-")"));
    }
    callbox::answerer one(plain);
    cr_expect(one.answer(sent("who", "[]"), ada) == answered(R"("[::1]:5|7|ada|00-x|-")"));
    cr_expect(one.answer(sent("who", "[]")) == answered(R"("|-|||-")"), "and forgets it");
}

Test(rpc_caller, it_is_no_parameter_of_the_call) {
    cr_expect(callbox::answer(plain, sent("greet", R"(["hi"])"), {}, ada) ==
              answered(R"("hi ada1")"));
    cr_expect(callbox::answer(plain, sent("greet", R"({"n":2,"word":"hi"})"), {}, ada) ==
              answered(R"("hi ada2")"));
    const std::string surplus = callbox::answer(plain, sent("who", "[1]"));
    cr_expect(surplus.find("too many parameters") != surplus.npos, "%s", surplus.c_str());
    const std::string document = callbox::openrpc::describe(callbox::table(plain), {}).document;
    cr_expect(document.find("caller") == document.npos && document.find("peer") == document.npos);
    cr_expect(document.find(R"("name":"copy","summary":"The same.","paramStructure":"either",)"
                            R"("params":[])") != document.npos, "%s", document.c_str());
}

Test(rpc_caller, it_follows_the_state) {
    notes n;
    const std::string silent = R"({"jsonrpc":"2.0","method":"note","params":["x"]})";
    cr_expect(callbox::answer(stateful, n, silent, {}, ada).empty());
    cr_expect(n.last == "ada says x", "notifications have callers too");
    cr_expect(callbox::answer(stateful, n, batch({sent("last", "[]"), sent("last", "[]", "2")}), {},
                              caller{.token = "bob"}) ==
              batch({answered(R"("ada says x to bob")"), answered(R"("ada says x to bob")", "2")}));
}

Test(rpc_caller, a_deferred_call_has_a_copy_of_it) {
    support::quiet_log log;
    made_up::kept_calls slow;
    callbox::rpc::dispatcher one(plain, nullptr, {}, log, &slow);
    callbox::rpc::dispatcher other(plain, nullptr, {}, log);
    {
        std::string token = "a token's name that is not short", message = sent("slow.who", "[]");
        const caller from{.peer = "unix", .uid = 3, .token = token,
                          .via = callbox::call_protocol::mcp};
        callbox::bytes out;
        cr_expect(one.dispatch(message, out, from).waits);
        message = sent("slow.other", "[]");
        cr_expect(one.dispatch(message, out, {.peer = "unix"}).waits);
        token.assign(token.size(), '?');
    }
    cr_assert(slow.all.size() == 2 && slow.all[0].who && !slow.all[1].who);
    cr_expect(slow.all[0].who->view().via == callbox::call_protocol::mcp);
    callbox::bytes out;
    other.dispatch(slow.all[0].request, out, slow.all[0].who->view());
    cr_expect(out.view() == answered(R"("unix|3|a token's name that is not short||-")"), "%s",
              std::string(out.view()).c_str());
}

Test(rpc_caller, it_is_gone_after_disconnecting_or_after_its_deadline) {
    std::atomic<bool> left = false;
    caller from{.left = &left};
    cr_expect(not from.gone());
    left = true;
    cr_expect(from.gone());
    const auto now = std::chrono::steady_clock::now();
    cr_expect(not caller{}.gone());
    cr_expect(not caller{.deadline = now + 1h}.gone());
    cr_expect(caller{.deadline = now - 1ms}.gone());
}

}}  // namespace caller_test
