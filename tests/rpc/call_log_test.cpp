// log(): log lines of functions.
#include <callbox/log.hpp>

#include "support/allocations.hpp"
#include "support/kept_calls.hpp"
#include "support/logs.hpp"

#include "rpc/dispatch.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <thread>

namespace call_log_test { namespace {

using callbox::blocking, callbox::caller, callbox::log_level, callbox::method;
using made_up::answered, made_up::batch, made_up::sent;

int say(const caller& from, std::string_view text) {
    callbox::log(from, text);
    return 1;
}
int level(const caller& from, std::string_view name) {
    const log_level at = name == "error"  ? log_level::error
                         : name == "warn" ? log_level::warn
                                          : log_level::info;
    callbox::log(from, at, name);
    return 1;
}
int elsewhere(const caller& from) {
    std::thread([&] { callbox::log(from, "another thread"); }).join();
    return 1;
}
void before(const callbox::seen_call& call) { callbox::log(call.who, "before"); }
void after(const callbox::seen_call& call, const callbox::seen_end&) {
    callbox::log(call.who, "after");
}

constexpr callbox::api seen{
    method<"hooked", [] { return 1; }>("Says nothing itself."),
};
constexpr callbox::api methods =
    callbox::api{
        callbox::thread_safe,
        method<"say", say>("Says it.", "text"),
        method<"level", level>("Says it so.", "name"),
        method<"elsewhere", elsewhere>("Says it on a thread."),
        method<"slow.say", say>("Says it there.", "text", blocking),
    } +
    callbox::with<seen>(callbox::before<before>, callbox::after<after>);

struct program {
    program() { log.log_style::level = static_cast<int>(log_level::info); }
    std::string_view answer(std::string message, caller from = {}) {
        from.call = one.call_to_log();
        out.clear();
        one.dispatch(message, out, from);
        return out.view();
    }
    struct style_log : support::kept_lines, callbox::observe::log_style, callbox::observe::logger {
        style_log() : logger(*this, 3, *this) {}
    } log;
    callbox::rpc::dispatcher one{methods, nullptr, {}, log};
    callbox::bytes out;
};

const caller ada{.peer = "[::1]:5",
                 .token = "ada",
                 .traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"};

Test(rpc_call_log, a_line_has_the_fields_of_its_call) {
    program p;
    p.answer(sent("say", R"(["two words"])", R"("x7")"), ada);
    cr_expect(p.log.text() == "log message=\"two words\" method=say id=\"x7\" peer=[::1]:5 "
                              "token=ada trace=0af7651916cd43dd8448eb211c80319c\n",
              "%s", p.log.text().c_str());
}

Test(rpc_call_log, unknown_fields_are_omitted) {
    program p;
    p.answer(R"({"jsonrpc":"2.0","method":"say","params":["x"]})");
    cr_expect(p.log.text() == "log message=x method=say\n", "%s", p.log.text().c_str());
}

Test(rpc_call_log, calls_on_the_fast_path_and_in_batches_have_their_own_lines) {
    program p;
    for (const char* id : {"1", "2", "3", "4"}) p.answer(sent("say", R"(["x"])", id));
    p.answer(batch({sent("say", R"(["a"])", "5"), sent("level", R"(["info"])", "6")}));
    p.answer(batch({sent("say", R"(["a"])", "7"), sent("say", "[1]", "8"),
                    sent("say", R"(["b"])", "9")}));
    std::string expected;
    for (const char* id : {"1", "2", "3", "4"})
        expected += std::string("log message=x method=say id=") + id + '\n';
    expected += "log message=a method=say id=5\nlog message=info method=level id=6\n"
                "log message=a method=say id=7\nlog message=b method=say id=9\n";
    cr_expect(p.log.text() == expected, "%s", p.log.text().c_str());
}

Test(rpc_call_log, a_line_stays_one_line) {
    program p;
    p.answer(sent("say", R"(["a\nb\" id=2 \u001b[31m"])"));
    cr_expect(p.log.text() == "log message=\"a\\u000ab\\\" id=2 \\u001b[31m\" method=say id=1\n",
              "%s", p.log.text().c_str());
}

Test(rpc_call_log, a_long_text_is_cut_between_characters) {
    program p;
    std::string text = "x";
    while (text.size() < 5'000) text += "\xc3\xa4";
    p.answer(sent("say", "[\"" + text + "\"]"));
    cr_expect(p.log.text() == "log message=\"" + text.substr(0, 299) + "\" method=say id=1\n", "%s",
              p.log.text().c_str());
}

Test(rpc_call_log, the_longest_line_has_its_end) {
    program p;
    const std::string controls(400, '\x01'), id = '"' + std::string(62, '\x02') + '"';
    const std::string token(64, 't');
    caller all = ada;
    all.token = token;
    all.user = controls;
    p.log.said(log_level::info, controls, {.from = &all, .method = "say", .id = id});
    cr_assert(p.log.all.size() == 1);
    cr_expect(p.log.all[0].ends_with("\" trace=0af7651916cd43dd8448eb211c80319c"), "%s",
              p.log.all[0].c_str());
}

Test(rpc_call_log, lines_below_the_level_are_left_out) {
    program p;
    const auto said_at = [&p](log_level at) {
        p.log.log_style::level = static_cast<int>(at);
        p.log.all.clear();
        for (const char* each : {"error", "warn", "info"})
            p.answer(sent("level", std::string("[\"") + each + "\"]"));
        return p.log.all.size();
    };
    cr_expect(said_at(log_level::error) == 1);
    program other;
    other.log.log_style::level = static_cast<int>(log_level::warn);
    other.answer(sent("say", R"(["x"])"));
    cr_expect(other.log.all.empty());
    other.answer(sent("level", R"(["warn"])"));
    cr_expect(other.log.text() == "log message=warn method=level id=1\n");
}

Test(rpc_call_log, warnings_are_limited_by_the_second_and_others_are_not) {
    program p;
    for (int i = 0; i < 50; ++i) p.answer(sent("level", R"(["info"])"));
    cr_expect(p.log.all.size() == 50);
    const callbox::time_ms begin = callbox::now_ms() / 1000;
    for (int i = 0; i < 50; ++i) p.answer(sent("level", R"(["warn"])"));
    const auto seconds = static_cast<std::size_t>(callbox::now_ms() / 1000 - begin + 1);
    cr_expect(p.log.all.size() <= 50 + 3 * seconds);
}

Test(rpc_call_log, any_thread_may_log_while_the_call_runs) {
    program p;
    p.answer(sent("elsewhere", "[]"), {.token = "ada"});
    cr_expect(p.log.text() == "log message=\"another thread\" method=elsewhere id=1 token=ada\n");
}

Test(rpc_call_log, hooks_log_for_the_call_that_they_see) {
    program p;
    p.answer(sent("hooked", "[]", "4"));
    cr_expect(p.log.text() == "log message=before method=hooked id=4\n"
                              "log message=after method=hooked id=4\n",
              "%s", p.log.text().c_str());
}

Test(rpc_call_log, a_deferred_call_logs_where_it_is_made) {
    program p;
    made_up::kept_calls slow;
    callbox::rpc::dispatcher loop(methods, nullptr, {}, p.log, &slow);
    std::string message = sent("slow.say", R"(["x"])", "9");
    caller from = ada;
    from.call = loop.call_to_log();
    callbox::bytes out;
    cr_expect(loop.dispatch(message, out, from).waits);
    cr_assert(slow.all.size() == 1 && slow.all[0].who);
    cr_expect(slow.all[0].who->view().call == nullptr);
    p.answer(slow.all[0].request, slow.all[0].who->view());
    cr_assert(p.log.all.size() == 1);
    cr_expect(p.log.all[0].starts_with("log message=x method=slow.say id=9 peer="));
}

Test(rpc_call_log, it_takes_no_memory) {
    struct silent : support::null_sink, callbox::observe::log_style, callbox::observe::logger {
        silent() : logger(*this, 3, *this) {}
    } log;
    log.log_style::level = static_cast<int>(log_level::info);
    callbox::document text(8, 8);
    const callbox::row& row = callbox::table(methods).rows[0];
    const callbox::detail::call_log here{.log = &log, .text = &text, .method = &row};
    caller from = ada;
    from.call = &here;
    (void)support::allocations();
    callbox::log(from, log_level::warn, "a text that is longer than a string has room for");
    cr_expect(support::allocations() == 0);
}

Test(rpc_call_log, without_a_server_it_does_nothing) {
    callbox::log(caller{}, log_level::error, "dropped");
    cr_expect(callbox::answer(methods, sent("say", R"(["x"])"), {}, ada) == answered("1"));
}

}}  // namespace call_log_test
