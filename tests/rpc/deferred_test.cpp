// Calls that are answered elsewhere: the requests handed over, and the answers made of responses.
#include "rpc/deferred.hpp"

#include "rpc/dispatch.hpp"
#include "rpc/respond.hpp"
#include "support/kept_calls.hpp"
#include "support/logs.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace deferred_test { namespace {

using namespace callbox;
using made_up::answered, made_up::batch, made_up::sent;
using namespace std::chrono_literals;

json same(json any) { return any; }
std::string named(std::string_view a, std::int64_t b) { return std::string(a) + std::to_string(b); }
std::string big(std::uint32_t size) { return std::string(size, 'x'); }
result<double> divide(double a, double b) {
    if (b == 0) return failure{7, "division by zero", json(a)};
    return a / b;
}
result<int> explain(std::uint32_t size) { return failure{8, std::string(size, 'y')}; }
int throws() { throw std::runtime_error("a secret"); }
std::string_view ping() { return "pong"; }

constexpr api methods{
    callbox::thread_safe,
    method<"same", same>("", "any", blocking),
    method<"named", named>("", by_name_only, "a\"b", arg("n") = 5, blocking, callbox::no_tool),
    method<"big", big>("", "size", blocking),
    method<"divide", divide>("", "a", "b", blocking),
    method<"explain", explain>("", "size", blocking),
    method<"throws", throws>("", blocking),
    method<"within", ping>("", blocking, timeout(1500ms)),
    method<"ping", ping>(""),
    method<"here.big", big>("", "size"),
};

struct said {
    std::string text;
    std::optional<int> code;
    bool operator==(const said&) const = default;
};

// A dispatcher whose blocking calls are answered by another one.
struct bench {
    limits bounds;
    support::kept_log log;
    made_up::kept_calls slow;
    rpc::dispatcher one;
    rpc::dispatcher other;  // calls all methods itself

    explicit bench(const limits& bounds_ = {})
        : bounds(bounds_), one(methods, nullptr, bounds, log, &slow),
          other(methods, nullptr, bounds, log) {}

    // Nothing is appended to a pending answer.
    rpc::reply ask(std::string message, std::string& text) {
        bytes out;
        out.append("before");
        const rpc::reply done = one.dispatch(message, out);
        text = out.view().substr(6);
        cr_expect(!done.waits || text.empty());
        return done;
    }
    std::string ask(std::string message) {
        std::string text;
        cr_expect(not ask(std::move(message), text).waits);
        return text;
    }
    said ask_other(std::string message) {
        bytes out;
        const auto code = other.dispatch(message, out).error_code;
        return {std::string(out.view()), code};
    }
    std::unique_ptr<rpc::deferred_result> answer_to(rpc::ticket t) {
        auto what = std::make_unique<rpc::deferred_result>();
        std::string request = slow.all.at(t - 1).request;
        what->error_code = other.dispatch(request, what->response).error_code;
        return what;
    }
    // The complete answer; calls are answered in the order in which they were handed over.
    said ask_late(std::string message) {
        std::string text;
        const std::size_t before = slow.all.size();
        const rpc::reply done = ask(std::move(message), text);
        if (!done.waits) return {text, done.error_code};
        const auto rest = one.take_pending();
        for (rpc::ticket t = before + 1; t <= slow.all.size(); ++t)
            if (slow.all[t - 1].awaited) rest->fill(t, answer_to(t));
        return whole(*rest);
    }
    static said whole(const rpc::pending& answers) {
        cr_assert(answers.is_complete());
        bytes out;
        out.append("before");
        const auto code = answers.append_to(out);
        return {std::string(out.view().substr(6)), code};
    }
};

std::string error_of(int (*respond)(bytes& out, std::string_view id), std::string_view id) {
    bytes out;
    respond(out, id);
    return std::string(out.view());
}
std::unique_ptr<rpc::deferred_result> found_of(std::string_view response) {
    auto what = std::make_unique<rpc::deferred_result>();
    what->response.append(response);
    return what;
}

struct handed {
    const char* message;
    const char* request;
};

// ------------------------------------------------------------------------- requests handed over

Test(rpc_deferred, a_request_is_handed_over_alone_as_it_was_sent) {
    const std::vector<handed> rows{
        {R"({"jsonrpc":"2.0","method":"same","params":[1],"id":1})",
         R"({"jsonrpc":"2.0","method":"same","params":[1],"id":1})"},
        {R"( { "id" : "a\u0062" , "\u0070arams" : { "\u0061ny" : "\u00e9\n\"" } ,)"
         R"( "more":{"params":[2]}, "me\u0074hod" : "s\u0061me" , "jsonrpc" : "2\u002e0" } )",
         R"({"jsonrpc":"2.0","method":"same","params":{ "\u0061ny" : "\u00e9\n\"" },)"
         R"("id":"a\u0062"})"},
        {R"({"jsonrpc":"2.0","method":"named","params":{"a\"b":"x","n":1e2},"id":-0})",
         R"({"jsonrpc":"2.0","method":"named","params":{"a\"b":"x","n":1e2},"id":-0})"},
        {R"({"jsonrpc":"2.0","method":"same","params":[[{},[]],"\ud83d\ude00"],"id":null})",
         R"({"jsonrpc":"2.0","method":"same","params":[[{},[]],"\ud83d\ude00"],"id":null})"},
        {R"({"jsonrpc":"2.0","method":"throws","params":null,"id":123456789012345678901234567890})",
         R"({"jsonrpc":"2.0","method":"throws","id":123456789012345678901234567890})"},
        {R"({"jsonrpc":"2.0","method":"throws","id":1E+2})",
         R"({"jsonrpc":"2.0","method":"throws","id":1E+2})"},
        {R"({"jsonrpc":"2.0","method":"throws"})", R"({"jsonrpc":"2.0","method":"throws"})"},
    };
    for (const handed& row : rows) {
        bench b;
        std::string text;
        b.ask(row.message, text);
        cr_assert(b.slow.all.size() == 1, "%s", row.message);
        cr_expect(b.slow.all[0].request == row.request, "%s\n  went as %s", row.message,
                  b.slow.all[0].request.c_str());
    }
}

Test(rpc_deferred, each_request_of_a_batch_is_handed_over_separately) {
    bench b;
    std::string text;
    const std::string first = sent("same", R"(["\u0041"])");
    const std::string second = sent("same", R"({"any":[{"\u0042":2}]})", R"("\u0043")");
    b.ask(batch({first, sent("ping", "[]", "2"), second}), text);
    cr_assert(b.slow.all.size() == 2);
    cr_expect(b.slow.all[0].request == first);
    cr_expect(b.slow.all[1].request == second);
}

Test(rpc_deferred, only_calls_of_blocking_methods_are_handed_over) {
    bench b;
    for (const char* message :
         {R"({"jsonrpc":"2.0","method":"ping","id":1})", R"({"jsonrpc":"2.0","method":"big"})" "x",
          R"({"jsonrpc":"2.0","method":"bigg","id":1})",
          R"({"jsonrpc":"1.0","method":"same","params":[1],"id":1})",
          R"({"jsonrpc":"2.0","method":"same","params":1,"id":1})",
          R"({"jsonrpc":"2.0","method":"same","params":[1],"id":[]})",
          R"({"jsonrpc":"2.0","method":"same","method":"same","params":[1],"id":1})",
          R"({"jsonrpc":"2.0","method":"rpc.discover","id":1})", "[]", "[[]]", "", "null"})
        cr_expect(not b.ask(message).empty(), "%s", message);
    cr_expect(b.slow.all.empty());
}

Test(rpc_deferred, its_timeout_goes_with_a_call_and_whether_it_is_awaited) {
    bench b;
    std::string text;
    b.ask(sent("within", "[]"), text);
    b.ask(R"({"jsonrpc":"2.0","method":"within"})", text);
    b.ask(sent("same", "[1]"), text);
    cr_expect(b.slow.all[0].timeout_ms == 1500 && b.slow.all[0].awaited);
    cr_expect(b.slow.all[1].timeout_ms == 1500 && !b.slow.all[1].awaited);
    cr_expect(b.slow.all[2].timeout_ms == 0 && b.slow.all[2].awaited);
}

Test(rpc_deferred, notifications_are_not_waited_for) {
    bench b;
    std::string text;
    const std::string one = R"({"jsonrpc":"2.0","method":"same","params":[1]})";
    for (const std::string& message : {one, batch({one, one})}) {
        const rpc::reply done = b.ask(message, text);
        cr_expect(done.silent && !done.waits && text.empty());
    }
    cr_expect(b.ask(batch({one, sent("ping", "[]"), one})) == batch({answered(R"("pong")")}));
    cr_expect(b.slow.all.size() == 5);
    cr_expect(b.log.all.empty());
}

// ------------------------------------------------------------------------- answers

Test(rpc_deferred, a_late_answer_is_the_answer_that_would_be_given_here) {
    bench b;
    const std::string all = batch(
        {sent("same", R"(["a"])", R"("\u0061")"), sent("ping", "[]"), "5",
         R"({"jsonrpc":"2.0","method":"big"})", sent("divide", "[1,0]", "2.0"),
         sent("same", "[]", "null"), sent("unknown", "[]"), sent("big", "[3]", "-1")});
    for (const std::string& message :
         {sent("same", R"([{"a":[1.50,"\u0061",123456789012345678901234567890]}])"),
          sent("same", R"({"any":"\"\\\/\b\f\n\r\t\u20ac\ud83d\ude00"})"),
          sent("same", "[null]", R"("a\u0062")"), sent("same", "[1]", "1e3"),
          sent("same", "[1]", "-0"), sent("same", "[1]", "null"), sent("same", "[1]", R"("")"),
          sent("same", "[1]", "123456789012345678901234567890.5E-7"), sent("same", "[]"),
          sent("same", "{}"), sent("same", "null"), sent("same", "[1,2]"),
          sent("same", R"({"an\u0079":1,"any":2})"), sent("same", R"({"\u0061nx":1})"),
          sent("named", R"({"a\u0022b":"q\u0041"})"), sent("named", R"({"n":7,"a\"b":"z"})"),
          sent("named", R"(["x"])"), sent("named", R"({"a\"b":1,"n":1.5})"),
          sent("divide", "[1,4]"), sent("divide", "[1,0]"), sent("divide", R"([1,"0"])"),
          sent("divide", R"({"b":2,"a":1})"), sent("big", "[10000]"), sent("big", "[-1]"), all,
          batch({sent("same", "[1]")}), batch({all})}) {
        const said late = b.ask_late(message);
        const said want = b.ask_other(message);
        cr_expect(late == want, "%s\n  late %s (%d)\n  here %s (%d)", message.c_str(),
                  late.text.c_str(), late.code.value_or(0), want.text.c_str(),
                  want.code.value_or(0));
    }
    cr_expect(b.slow.all.size() > 25);
}

Test(rpc_deferred, an_exception_there_is_logged_with_an_incident_id) {
    bench b;
    const said late = b.ask_late(sent("throws", "[]", R"("\u0031")"));
    const std::string before = R"({"jsonrpc":"2.0","error":{"code":-32603,"message":)"
                               R"("Internal error","data":{"incident":")";
    cr_assert(late.text.starts_with(before), "%s", late.text.c_str());
    cr_expect(late.text.substr(before.size() + 8) == R"("}},"id":"\u0031"})");
    cr_expect(late.code == -32603);
    const std::string line = "incident " + late.text.substr(before.size(), 8);
    cr_expect(b.log.all == std::vector<std::string>{line + ": throws threw: a secret"});
}

Test(rpc_deferred, a_batch_is_in_request_order_whatever_comes_first) {
    std::array<rpc::ticket, 3> order{1, 2, 3};
    do {
        bench b;
        std::string text;
        b.ask(batch({sent("same", "[1]", "1"), sent("ping", "[]", "2"), sent("same", "[3]", "3"),
                     sent("same", "[4]", "4")}), text);
        const auto rest = b.one.take_pending();
        for (const rpc::ticket t : order) {
            cr_expect(not rest->is_complete());
            rest->fill(t, b.answer_to(t));
        }
        cr_expect(bench::whole(*rest).text ==
                  batch({answered("1"), answered(R"("pong")", "2"), answered("3", "3"),
                         answered("4", "4")}));
    } while (std::next_permutation(order.begin(), order.end()));
}

Test(rpc_deferred, each_call_is_answered_once) {
    rpc::pending rest(1000);
    rest.wait_for(7, 0, "1");
    rest.keep("");
    rest.fill(6, found_of("another's"));
    rest.fill(8, nullptr);
    cr_expect(not rest.awaits(6) and rest.awaits(7) and not rest.is_complete());
    rest.fill(7, found_of("first"));
    rest.fill(7, found_of("second"));
    rest.fill(7, nullptr);
    cr_expect(bench::whole(rest).text == "first");
}

Test(rpc_deferred, an_abandoned_call_stays_timed_out) {
    bench b;
    std::string text;
    b.ask(sent("same", "[1]", R"("\u0061")"), text);
    const auto alone = b.one.take_pending();
    alone->fill(1, nullptr);
    alone->fill(1, b.answer_to(1));
    const said late = bench::whole(*alone);
    cr_expect(late.text == R"({"jsonrpc":"2.0","error":{"code":-32003,"message":"Timed out",)"
                           R"("data":{"message":"the method did not answer in its time"}},)"
                           R"("id":"\u0061"})");
    cr_expect(late.code == -32003);
    b.ask(batch({sent("same", "[1]", "1"), sent("same", "[2]", "2")}), text);
    const auto rest = b.one.take_pending();
    rest->fill(3, b.answer_to(3));
    rest->fill(2, nullptr);
    const said both = bench::whole(*rest);
    cr_expect(both.text == batch({error_of(rpc::respond_timed_out, "1"), answered("2", "2")}));
    cr_expect(not both.code);
}

Test(rpc_deferred, without_room_it_is_busy_and_the_rest_continues) {
    const std::string busy =
        R"({"jsonrpc":"2.0","error":{"code":-32002,"message":"Busy","data":)"
        R"({"message":"too many slow calls are waiting: try again later"}},"id":)";
    bench b;
    b.slow.room = 1;
    const said some = b.ask_late(batch({sent("same", "[1]", "1"), sent("same", "[2]", "2"),
                                        sent("ping", "[]", "3"),
                                        R"({"jsonrpc":"2.0","method":"same"})"}));
    cr_expect(some.text == batch({answered("1"), busy + "2}", answered(R"("pong")", "3")}));
    cr_assert(b.log.all.size() == 1);
    cr_expect(b.log.all[0] == R"(notification failed method=same code=-32002 error=Busy)", "%s",
              b.log.all[0].c_str());
    cr_expect(b.ask_late(sent("same", "[1]", "1.0")) == (said{busy + "1.0}", -32002}));
}

// ------------------------------------------------------------------------- limits

Test(rpc_deferred, a_late_answer_has_the_same_limit_as_any) {
    for (const char* method : {"big", "explain"}) {
        for (std::uint32_t size = 200; size < 270; ++size) {
            bench b({.response_bytes_max = 256});
            const std::string message = sent(method, "[" + std::to_string(size) + "]", "12345678");
            const said late = b.ask_late(message);
            const said want = b.ask_other(message);
            cr_expect(late == want, "%s %u: late %s, here %s", method, size, late.text.c_str(),
                      want.text.c_str());
        }
    }
}

// A result that does not fit is replaced by an error, which always fits.
Test(rpc_deferred, errors_of_the_protocol_are_not_limited) {
    const std::string full = sent("here.big", "[200]", "1");
    for (const char* method : {"throws", "big"}) {
        bench b({.response_bytes_max = 256});
        const bool throws = method == std::string_view("throws");
        const said late = b.ask_late(batch({full, sent(method, throws ? "[]" : "[9999]", "2")}));
        cr_expect(late.text.find(throws ? "-32603" : "-32001") != late.text.npos, "%s",
                  late.text.c_str());
    }
    bench b({.response_bytes_max = 256});
    std::string text;
    b.ask(batch({full, sent("same", "[1]", "2")}), text);
    const auto rest = b.one.take_pending();
    rest->fill(1, nullptr);
    const said late = bench::whole(*rest);
    cr_expect(late.text.ends_with(error_of(rpc::respond_timed_out, "2") + "]"));
}

// Independent of the order of members and responses: results that do not fit are not kept.
Test(rpc_deferred, a_batch_has_no_more_results_than_the_limit_allows) {
    bench b({.response_bytes_max = 1000});
    std::vector<std::string> members;
    for (int i = 1; i <= 20; ++i) members.push_back(sent("big", "[400]", std::to_string(i)));
    members.push_back(sent("here.big", "[400]", "21"));
    const std::string answer = b.ask_late(batch(members)).text;
    std::size_t results = 0, errors = 0;
    for (std::size_t at = 0; (at = answer.find("xxxx\"", at)) != answer.npos; ++at) ++results;
    for (std::size_t at = 0; (at = answer.find("-32001", at)) != answer.npos; ++at) ++errors;
    cr_expect(results == 2, "%zu", results);
    cr_expect(errors == 19, "%zu", errors);
}

Test(rpc_deferred, what_memory_ran_out_for_is_no_answer) {
    rpc::pending rest(1000);
    rest.wait_for(1, 0, "1");
    rest.keep("");
    auto what = std::make_unique<rpc::deferred_result>();
    (void)what->response.room(SIZE_MAX);
    rest.fill(1, std::move(what));
    bytes out;
    cr_expect_throw((void)rest.append_to(out), std::bad_alloc);
}

Test(rpc_deferred, a_message_that_memory_ran_out_for_leaves_no_pending_answer) {
    bench b;
    b.slow.room = 1;
    b.slow.memory = false;
    std::string two = batch({sent("same", "[1]", "1"), sent("same", "[2]", "2")});
    bytes out;
    cr_expect_throw(b.one.dispatch(two, out), std::bad_alloc);
    cr_expect(b.ask(sent("ping", "[]")) == answered(R"("pong")"));
    b.slow.room = 2;
    cr_expect(b.ask_late(sent("same", "[3]", "3")).text == answered("3", "3"));
}

}}  // namespace deferred_test
