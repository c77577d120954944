// Hooks around the functions of a table: their order, their view of calls, and exceptions that are
// errors.
#include "support/kept_calls.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include "openrpc/document.hpp"
#include "rpc/dispatch.hpp"

#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

#include <criterion/criterion.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hooks_test { namespace {

namespace hooked {

using callbox::after, callbox::api, callbox::arg, callbox::before, callbox::fails, callbox::method,
    callbox::raises, callbox::result, callbox::seen_call, callbox::seen_end, callbox::with;

struct journal {
    std::string text;
    bool refuses = false;
    bool inner_refuses = false;
    bool throws = false;
    bool throws_after = false;
    int depth = 0;
    int calls = 0;

    void enter(const seen_call& c) {
        text += "enter ";
        text += c.method;
        text += c.params.empty() ? " -" : ' ' + std::string(c.params);
        text += '\n';
        ++depth;
    }
    void leave(const seen_call& c, const seen_end& end) {
        text += "leave ";
        text += c.method;
        text += ' ' + std::to_string(end.error_code.value_or(0)) + ' ' +
                std::to_string(end.result_bytes) + '\n';
        --depth;
        if (!c.params.empty()) text += "params are for `before` only\n";
        if (end.took.count() < 0) text += "negative duration\n";
    }
};

inline result<void> outer(journal& j, const seen_call& c) {
    j.text += "outer " + std::string(c.who.token) + '\n';
    if (j.refuses) return callbox::failure{403, "not now", callbox::json(1)};
    return {};
}
inline result<void> inner(journal& j, seen_call) {
    j.text += "inner\n";
    if (j.throws) throw std::runtime_error("secret of a hook");
    if (j.inner_refuses) return callbox::failure{404, "not here"};
    return {};
}
inline void note_outer(journal& j, const seen_call&, const seen_end& end) {
    j.text += "after outer " + std::to_string(end.error_code.value_or(0)) + '\n';
}
inline void note_inner(journal& j, const seen_call&, seen_end end) {
    j.text += "after inner " + std::to_string(end.error_code.value_or(0)) + '\n';
    if (j.throws_after) throw 7;
}

struct not_found : std::out_of_range {
    using out_of_range::out_of_range;
};

inline int half(journal& j, int n) {
    ++j.calls;
    j.text += "half\n";
    if (n == 404) throw not_found("secret");
    if (n == 405) throw std::out_of_range("secret");
    if (n == 500) throw std::runtime_error("secret");
    if (n == 501) throw 7;
    return n / 2;
}
inline result<std::string> text(std::string_view given, std::size_t size) {
    if (given == "fail") return callbox::failure{1, "failed"};
    if (given == "reserved") return callbox::failure{-32601, "no"};
    if (given == "big") return std::string(size, 'x');
    if (given == "broken") return std::string("\xff");
    return std::string(given);
}

inline constexpr api plain{
    callbox::thread_safe,
    method<"half", half>("Half.", arg("n").in(0, 1000), fails(1, "never")),
    method<"text", text>("Text.", "given", arg("size") = 0, callbox::example({"a"}, "a")),
    method<"slow", [](journal& j) { return j.depth; }>("Slow.", callbox::blocking),
};
inline constexpr api watched =
    with<plain>(after<&journal::leave>, before<&journal::enter>) +
    api{method<"free", [](double d) { return d; }>("Without.", "d")};
inline constexpr api layered = with<plain>(after<note_outer>, before<outer>, after<note_inner>,
                                           before<inner>);
inline constexpr api once = with<plain>(after<note_inner>, before<inner>);
inline constexpr api twice = with<once>(after<note_outer>, before<outer>);

}  // namespace hooked

using hooked::journal;
using made_up::answered, made_up::batch, made_up::notified, made_up::sent;

Test(rpc_hooks, they_see_the_method_its_params_and_how_it_ended) {
    journal j;
    cr_expect(callbox::answer(hooked::watched, j, sent("half", "[6]")) == answered("3"));
    cr_expect(j.text == "enter half [6]\nhalf\nleave half 0 1\n", "%s", j.text.c_str());
    j.text.clear();
    const std::string escaped = R"({"given" : "a\u0062\n", "siz\u0065":1})";
    cr_expect(callbox::answer(hooked::watched, j, sent("text", escaped)) ==
              answered(R"("ab\n")"));
    cr_expect(j.text == "enter text " + escaped + "\nleave text 0 6\n", "as it was sent: %s",
              j.text.c_str());
    j.text.clear();
    const char* const bare = R"({"jsonrpc":"2.0","method":"slow","id":1})";
    cr_expect(callbox::answer(hooked::watched, j, bare) == answered("1"));
    cr_expect(j.text == "enter slow -\nleave slow 0 1\n", "%s", j.text.c_str());
}

Test(rpc_hooks, each_end_of_a_call_has_its_code) {
    const auto end_of = [](std::string_view name, std::string_view params,
                           std::size_t most = 1000) {
        journal j;
        callbox::limits bounds;
        bounds.response_bytes_max = most;
        const std::string said =
            callbox::answer(hooked::watched, j, sent(name, params), bounds);
        const std::size_t code = said.find(R"("code":)");
        const std::size_t leave = j.text.find("leave ");
        cr_assert(leave != std::string::npos && j.depth == 0);
        const std::string seen = j.text.substr(leave + 6 + name.size() + 1);
        if (code == said.npos) return seen;
        cr_expect(said.substr(code + 7, seen.find(' ')) == seen.substr(0, seen.find(' ')),
                  "%s: %s", said.c_str(), seen.c_str());
        return seen;
    };
    cr_expect(end_of("text", R"(["abc"])") == "0 5\n");
    cr_expect(end_of("text", R"(["fail"])") == "1 0\n");
    cr_expect(end_of("text", R"(["reserved"])") == "-32603 0\n");
    cr_expect(end_of("text", R"(["broken"])") == "-32603 0\n");
    cr_expect(end_of("text", R"(["big",100])", 100) == "-32001 0\n");
    cr_expect(end_of("half", "[500]") == "-32603 0\n");
    cr_expect(end_of("half", "[501]") == "-32603 0\n");
    for (const char* wrong : {"[]", "[1,2]", R"(["1"])", "[1001]", R"({"m":1})", "[-1]"})
        cr_expect(end_of("half", wrong) == "-32602 0\n", "%s", wrong);
}

Test(rpc_hooks, outer_ones_come_first_and_leave_last) {
    for (const bool in_two_tables : {false, true}) {
        journal j;
        const std::string got = in_two_tables
                                    ? callbox::answer(hooked::twice, j, sent("half", "[6]"))
                                    : callbox::answer(hooked::layered, j, sent("half", "[6]"));
        cr_expect(got == answered("3"));
        cr_expect(j.text == "outer \ninner\nhalf\nafter inner 0\nafter outer 0\n", "%s",
                  j.text.c_str());
    }
}

Test(rpc_hooks, a_call_that_an_outer_one_refuses_reaches_no_inner_one) {
    journal j;
    j.refuses = true;
    const std::string said = callbox::answer(hooked::layered, j, sent("half", R"(["wrong"])"));
    cr_expect(said.find(R"("error":{"code":403,"message":"not now","data":1})") != said.npos, "%s",
              said.c_str());
    cr_expect(j.text == "outer \nafter outer 403\n" && j.calls == 0, "%s", j.text.c_str());
}

Test(rpc_hooks, a_call_that_an_inner_one_refuses_is_seen_by_all_outer_ones) {
    journal j;
    j.inner_refuses = true;
    const std::string said = callbox::answer(hooked::layered, j, sent("half", "[1]"));
    cr_expect(said.find(R"("code":404,"message":"not here")") != said.npos);
    cr_expect(j.text == "outer \ninner\nafter inner 404\nafter outer 404\n" && j.calls == 0);
}

Test(rpc_hooks, they_leave_also_when_something_throws) {
    const auto after_throw = [](journal& j, const char* params) {
        const std::string said = callbox::answer(hooked::layered, j, sent("half", params));
        cr_expect(said.find("-32603") != said.npos && said.find("secret") == said.npos);
        return j.text;
    };
    journal function;
    cr_expect(after_throw(function, "[500]") ==
              "outer \ninner\nhalf\nafter inner -32603\nafter outer -32603\n");
    journal hook;
    hook.throws = true;
    cr_expect(after_throw(hook, "[6]") ==
              "outer \ninner\nafter inner -32603\nafter outer -32603\n");
    journal late;
    late.throws_after = true;
    cr_expect(after_throw(late, "[6]") ==
              "outer \ninner\nhalf\nafter inner 0\nafter outer -32603\n");
}

Test(rpc_hooks, they_see_the_caller) {
    journal j;
    (void)callbox::answer(hooked::layered, j, sent("half", "[6]"), {}, {.token = "ada"});
    cr_expect(j.text.starts_with("outer ada\n"));
}

Test(rpc_hooks, notifications_and_each_call_of_a_batch_have_them) {
    journal j;
    cr_expect(callbox::answer(hooked::watched, j, notified("half", "[2]")).empty());
    cr_expect(j.text == "enter half [2]\nhalf\nleave half 0 1\n");
    j.text.clear();
    const std::string said = callbox::answer(
        hooked::watched, j,
        batch({sent("half", "[2]"), notified("half", "[4]"), sent("free", "[0.5]", "2"),
               sent("none", "[]", "3"), sent("half", R"({"n":6})", "4")}));
    cr_expect(said.starts_with("[" + answered("1") + ',' + answered("0.5", "2")) &&
              said.ends_with(answered("3", "4") + ']'), "%s", said.c_str());
    cr_expect(j.text == "enter half [2]\nhalf\nleave half 0 1\nenter half [4]\nhalf\n"
                        "leave half 0 1\nenter half {\"n\":6}\nhalf\nleave half 0 1\n",
              "%s", j.text.c_str());
}

// The fast path does not parse a message, but hooks need its params.
Test(rpc_hooks, calls_like_those_before_have_them_too) {
    journal j;
    callbox::answerer one(hooked::watched, j);
    for (int i = 0; i < 40; ++i) {
        j.text.clear();
        const std::string number = std::to_string(100 + i);
        cr_expect(one.answer(sent("half", "[" + number + "]")) ==
                  answered(std::to_string((100 + i) / 2)));
        cr_expect(j.text == "enter half [" + number + "]\nhalf\nleave half 0 2\n", "%s",
                  j.text.c_str());
        cr_expect(one.answer(sent("free", "[1.5]")) == answered("1.5"));
        cr_expect(one.answer(batch({sent("free", "[1.5]"), sent("half", "[8]")})) ==
                  batch({answered("1.5"), answered("4")}));
    }
    cr_expect(j.calls == 80);
}

Test(rpc_hooks, those_of_a_blocking_method_run_where_it_runs) {
    support::quiet_log log;
    made_up::kept_calls slow;
    journal here, there;
    callbox::rpc::dispatcher loop(callbox::table(hooked::watched), &here, {}, log, &slow);
    callbox::rpc::dispatcher thread(callbox::table(hooked::watched), &there, {}, log);
    std::string message = sent("slow", "[]");
    callbox::bytes out;
    const callbox::caller ada{.token = "ada"};
    cr_assert(loop.dispatch(message, out, ada).waits && slow.all.size() == 1);
    cr_expect(here.text.empty());
    cr_assert(slow.all[0].who.has_value(), "hooks may use the caller");
    thread.dispatch(slow.all[0].request, out, slow.all[0].who->view());
    cr_expect(there.text == "enter slow []\nleave slow 0 1\n", "%s", there.text.c_str());
}

Test(rpc_hooks, a_call_that_no_function_is_found_for_is_seen_by_none) {
    journal j;
    for (const char* message : {R"({"jsonrpc":"2.0","method":"none","id":1})", "[]", "{", "1",
                                R"({"jsonrpc":"2.0","method":"half","params":1,"id":1})",
                                R"({"jsonrpc":"2.0","method":"rpc.discover","id":1})"})
        (void)callbox::answer(hooked::watched, j, message);
    cr_expect(j.text.empty(), "%s", j.text.c_str());
}

Test(rpc_hooks, they_are_not_in_the_document_and_the_rest_is_unchanged) {
    const auto document = [](const callbox::table& table) {
        return callbox::openrpc::describe(table, {}).document;
    };
    constexpr callbox::api joined = hooked::plain + callbox::api{
        callbox::method<"free", [](double d) { return d; }>("Without.", "d")};
    cr_expect(document(hooked::watched) == document(joined));
    journal j;
    const auto failing = callbox::failing_examples(hooked::watched, j);
    cr_expect(failing.empty());
    cr_expect(j.text.starts_with("enter text {\"given\":\"a\"}\n"));
}

Test(rpc_hooks, a_client_of_the_table_is_typed_as_before) {
    journal j;
    callbox::test::client<hooked::twice> client(j);
    static_assert(std::same_as<decltype(client.call<"half">(1)), callbox::result<int>>);
    cr_expect(*client.call<"half">(callbox::named<"n">(6)) == 3);
    cr_expect(client.call<"half">(1001).error().code == -32602);
    cr_expect(client.argument_errors().size() == 1);
}

}}  // namespace hooks_test
