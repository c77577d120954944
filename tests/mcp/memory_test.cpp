// Under any memory limit: a correct answer or none, and the next message is served.
#include "spoken.hpp"
#include "support/memory_limit.hpp"

#include <callbox/memory.hpp>

#include <new>
#include <string>
#include <string_view>

namespace memory_test { namespace {

namespace memory = callbox::memory;
using callbox::method;
using made_up::answered, made_up::sent;
using mcp_test::modern, mcp_test::named, mcp_test::returned, mcp_test::tool_call;
using std::string;

constexpr std::size_t step = 64;  // bytes; grows with the limit

string same(string text) { return text; }
callbox::result<int> refuse(std::string_view text) {
    return callbox::failure{7, "no", callbox::json(string(text))};
}
constexpr callbox::api methods{
    callbox::thread_safe,
    method<"same", same>("", "text"),
    method<"slow", same>("", "text", callbox::blocking),
    method<"refuse", refuse>("", "text", callbox::fails(7, "no")),
};

// As in a server: memory counts towards the clients' budget.
struct kept {
    support::quiet_log log;
    made_up::kept_calls slow;
    callbox::rpc::call_counters counts{callbox::rpc::counted_methods(methods)};
    callbox::rpc::dispatcher calls{methods, nullptr, {}, log, &slow, &counts};
    callbox::mcp::endpoint one{methods, {}, {}, false, calls, counts, log};
    callbox::bytes out{memory::budget::clients};

    string answer(string message) {
        out.clear();
        const callbox::caller from;
        const callbox::mcp::reply said = one.answer(message, {.from = &from}, out);
        if (said.waits) finish();
        if (out.overflowed()) throw std::bad_alloc();
        return string(out.view());
    }
    void finish() {
        const auto rest = one.take_pending();
        auto what = std::make_unique<callbox::rpc::deferred_result>();
        what->response.append(answered('"' + string(2'000, 's') + '"'));
        rest->fill(slow.all.size(), std::move(what));
        one.answer_late(*rest, out);
    }
};

string tried(kept& with, std::size_t bytes, const string& message) {
    const support::memory_limit most(memory::taken() + bytes);
    try {
        return with.answer(message);
    } catch (const std::bad_alloc&) {
        return "";
    }
}

Test(mcp_memory, an_answer_comes_right_or_not_at_all_and_the_next_is_served) {
    const string text(3'000, 't'), argument = R"({"text":")" + text + "\"}";
    const string ping = sent("ping", "{}");
    for (const string& message :
         {sent("tools/list", "{}"), modern("tools/list"), tool_call("same", argument),
          modern("tools/call", named("same", argument)), tool_call("refuse", argument),
          tool_call("same", R"({"texts":")" + text + "\"}"), tool_call("slow", argument),
          tool_call(text), sent("ping", "{}", '"' + text + '"')}) {
        const string right = kept().answer(message);
        const std::size_t before = memory::taken();
        {
            kept one;
            string got;
            std::size_t bytes = 0;
            for (; got != right; bytes += step + bytes / 32) {
                got = tried(one, bytes, message);
                const bool is_internal = got.find("Internal error, incident") != got.npos;
                cr_assert(got.empty() || got == right || is_internal, "%.60s with %zu bytes: %s",
                          message.c_str(), bytes, got.c_str());
                cr_assert(one.answer(ping) == answered("{}"));
                cr_assert(bytes < 4 << 20, "%.60s", message.c_str());
            }
        }
        cr_assert(memory::taken() == before, "all memory is released");
    }
}

}}  // namespace memory_test
