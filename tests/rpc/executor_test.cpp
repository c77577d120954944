// Executors that cannot take a call, and calls of later<T> that end elsewhere.
#include "rpc/dispatch.hpp"
#include "rpc/later.hpp"
#include "rpc/respond.hpp"
#include "support/kept_calls.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/later.hpp>

#include <criterion/criterion.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace executor_test { namespace {

using namespace callbox;
using made_up::answered, made_up::batch, made_up::notified, made_up::sent;

std::optional<later<std::string>> kept;

void keep(later<std::string> done) { kept.emplace(std::move(done)); }
void keep_caller(const caller&, later<std::string> done) { keep(std::move(done)); }
void now(std::string text, later<std::string> done) { done(text); }
void is_gone(bool moves, later<bool> done) {
    if (!moves) return done(done.gone());
    later<bool> moved = std::move(done);
    moved(moved.gone());
}

constexpr api methods{
    callbox::thread_safe,
    method<"keep", keep>(""),
    method<"keep.caller", keep_caller>(""),
    method<"now", now>("", "text"),
    method<"gone", is_gone>("", "moves"),
    method<"slow", [] { return 1; }>("", blocking),
    method<"ping", [] { return std::string_view("pong"); }>(""),
};

const table all = methods;

// Has room, but no memory for a call.
struct full final : rpc::executor {
    std::size_t reserved = 0;
    std::size_t released = 0;
    rpc::ticket take(bytes, const caller*, const row&, bool) override { return 0; }
    bool reserve(const row&) override { return ++reserved != 0; }
    void release(const row&) override { ++released; }
};

// The executor of a server: calls are pending while others are made.
struct pending_calls final : rpc::later_calls {
    using later_calls::later_calls;
    bool takes_calls() const override { return true; }
    rpc::jobs collect() {
        std::vector<rpc::report> none;
        return inbox_->collect(none);
    }
};

// Keeps lines until memory runs out.
struct lines : support::kept_lines {
    bool memory = true;
    void put(log_level at, std::string_view line, std::uint64_t reports = 0) override {
        if (!memory) throw std::bad_alloc();
        kept_lines::put(at, line, reports);
    }
};

struct program {
    explicit program(rpc::executor* by, const limits& bounds = {})
        : one(all, nullptr, bounds, log, by, &counts) {}

    rpc::reply dispatch(std::string message, std::string& got, const caller& from = {}) {
        bytes out;
        const rpc::reply done = one.dispatch(message, out, from);
        got = out.view();
        return done;
    }
    std::string ask(std::string message, const caller& from = {}) {
        std::string got;
        cr_expect(not dispatch(std::move(message), got, from).waits);
        return got;
    }
    // The answer that waits.
    std::unique_ptr<rpc::pending> ask_late(std::string message, const caller& from = {}) {
        std::string got;
        cr_assert(dispatch(std::move(message), got, from).waits && got.empty());
        return one.take_pending();
    }

    support::logger_to<lines> log;
    rpc::call_counters counts{rpc::counted_methods(all)};
    rpc::dispatcher one;
};

struct calls_of_server {
    limits bounds;
    pending_calls calls{all, bounds};
};

struct server : calls_of_server, program {
    explicit server(const limits& with = {}) : calls_of_server{with}, program(&calls, bounds) {}

    std::string whole(rpc::pending& rest) {
        calls.wait_for(rest);
        bytes out;
        (void)rest.append_to(out);
        return std::string(out.view());
    }
};

std::string busy(std::string_view id) {
    return std::string(R"({"jsonrpc":"2.0","error":{"code":-32002,"message":"Busy","data":)"
                       R"({"message":"too many slow calls are waiting: try again later"}},"id":)")
        .append(id) + "}";
}
bool is_internal_error(const std::string& response) {
    return response.find(R"("code":-32603)") != response.npos;
}

// ------------------------------------------------------------------------- no room, no memory

Test(rpc_executor, without_one_only_methods_that_answer_later_are_refused) {
    program p(nullptr);
    cr_expect(p.ask(batch({sent("now", R"(["x"])", "1"), sent("slow", "[]", "2")})) ==
              batch({busy("1"), answered("1", "2")}));
    cr_expect(p.ask(sent("keep", "[]", "3")) == busy("3"));
    cr_expect(not kept, "the function is not called");
}

Test(rpc_executor, one_of_blocking_methods_refuses_those_that_answer_later) {
    made_up::kept_calls slow;
    program p(&slow);
    cr_expect(p.ask(sent("keep", "[]", "1")) == busy("1") && not kept);
    cr_expect(slow.all.empty());
    (void)p.ask_late(sent("slow", "[]", "2"));
    cr_expect(slow.all.size() == 1);
}

Test(rpc_executor, one_of_later_refuses_blocking_methods) {
    server s;
    cr_expect(s.ask(sent("slow", "[]", "1")) == busy("1"));
    cr_expect(s.ask(sent("now", R"(["x"])", "2")) == answered(R"("x")", "2"));
}

Test(rpc_executor, a_call_without_memory_to_keep_it_fails_and_returns_its_place) {
    full calls;
    program p(&calls);
    const std::string got = p.ask(sent("keep", "[]"));
    cr_expect(is_internal_error(got), "%s", got.c_str());
    cr_expect(calls.reserved == 1 && calls.released == 1);
    cr_assert(p.log.all.size() == 1);
    cr_expect(p.log.all[0].ends_with(": keep ran out of memory for its answer"), "%s",
              p.log.all[0].c_str());
    cr_assert(kept.has_value());
    cr_expect(kept->gone());
    (*kept)("late");
    (*std::exchange(kept, {}))(failure{7, "late"});
    cr_expect(p.ask(sent("now", R"(["x"])")) == answered(R"("x")"), "it needs no memory");
    cr_expect(calls.reserved == 2 && calls.released == 2);
}

// ------------------------------------------------------------------------- pending calls

Test(rpc_executor, the_function_sees_whether_its_client_is_gone) {
    server s;
    for (const bool left : {false, true}) {
        const std::atomic<bool> gone = left;
        const std::string wanted = answered(left ? "true" : "false");
        cr_expect(s.ask(sent("gone", "[false]"), {.left = &gone}) == wanted);
    }
    const auto rest = s.ask_late(sent("gone", "[true]"));
    cr_expect(s.whole(*rest) == answered("false"));
}

Test(rpc_executor, calls_that_are_pending_are_shown) {
    server s;
    const auto shown = [&] {
        bytes out;
        writer to(out);
        to.begin_array();
        s.calls.write_pending(to);
        to.end_array();
        return *json::parse(std::string(out.view()));
    };
    auto rest = s.ask_late(sent("keep", "[]"));
    cr_assert(kept.has_value());
    auto other = std::exchange(kept, {});
    cr_expect(s.ask(notified("keep", "[]")).empty() && kept);
    cr_assert(shown().size() == 2, "%s", std::string(shown().text()).c_str());
    cr_expect(shown()[0]["method"].text() == R"("keep")");
    cr_expect(shown()[0]["seconds"].text() != "null");
    cr_expect(shown()[0]["peer"].text() == R"("")");
    const bool has_peer = shown()[1].text().find("peer") != std::string_view::npos;
    cr_expect(!has_peer, "a notification whose sender is not kept");
    (*other)("x");
    cr_expect(shown().size() == 1);
    kept.reset();
    cr_expect(shown().size() == 0);
    cr_expect(s.whole(*rest) == answered(R"("x")"));
}

Test(rpc_executor, a_late_result_has_the_limit_of_any) {
    std::size_t refused = 0;
    for (std::size_t size = 30; size < 110; ++size) {
        server s({.response_bytes_max = 100});
        const std::string text(size, 'x');
        const std::string here = s.ask(sent("now", "[\"" + text + "\"]", "12345678"));
        const auto rest = s.ask_late(sent("keep", "[]", "12345678"));
        (*std::exchange(kept, {}))(text);
        const std::string late = s.whole(*rest);
        cr_expect(late == here, "%zu: late %s, here %s", size, late.c_str(), here.c_str());
        if (here.find("-32001") != here.npos) ++refused;
    }
    cr_expect(refused > 0 && refused < 80);
}

Test(rpc_executor, the_log_has_the_caller_of_a_call_at_its_end) {
    server s;
    s.log.log_calls(true);
    const auto ask = [&] {
        const std::string peer = "[2001:db8::1]:65535", token = "a name with many letters";
        return s.ask_late(sent("keep", "[]", R"("x7")"), {.peer = peer, .token = token});
    };
    const auto rest = ask();
    cr_expect(s.log.all.empty());
    (*std::exchange(kept, {}))("text");
    cr_expect(s.whole(*rest) == answered(R"("text")", R"("x7")"));
    cr_assert(s.log.all.size() == 1);
    cr_expect(s.log.all[0].starts_with(R"(call method=keep id="x7" us=)"), "%s",
              s.log.all[0].c_str());
    cr_expect(s.log.all[0].ends_with(" code=0 bytes=43 peer=[2001:db8::1]:65535 "
                                     "token=\"a name with many letters\""),
              "%s", s.log.all[0].c_str());
}

Test(rpc_executor, nothing_is_logged_of_calls_where_they_are_not) {
    server s;
    const auto rest = s.ask_late(sent("keep.caller", "[]"), {.peer = "[::1]:5"});
    (*std::exchange(kept, {}))("text");
    cr_expect(s.whole(*rest) == answered(R"("text")"));
    cr_expect(s.log.all.empty(), "%s", s.log.text().c_str());
}

Test(rpc_executor, a_notification_is_logged_at_its_end_without_a_response) {
    server s;
    s.log.log_calls(true);
    cr_expect(s.ask(notified("keep", "[]"), {.peer = "[::1]:5"}).empty());
    cr_expect(s.log.all.empty());
    (*std::exchange(kept, {}))("text");
    const rpc::jobs done = s.calls.collect();
    cr_assert(done.size() == 1 && !done.front().awaited);
    cr_expect(s.one.finish(*done.front().result, done.front().method, ""));
    cr_assert(s.log.all.size() == 1);
    cr_expect(s.log.all[0].starts_with("call method=keep us="), "%s", s.log.all[0].c_str());
    cr_expect(s.log.all[0].ends_with(" code=0 bytes=0 peer=[::1]:5"), "%s",
              s.log.all[0].c_str());
}

Test(rpc_executor, an_answer_that_memory_runs_out_for_is_none) {
    server s;
    s.log.log_calls(true);
    const auto rest = s.ask_late(batch({sent("keep", "[]"), sent("ping", "[]", "2")}));
    (*std::exchange(kept, {}))("text");
    s.log.memory = false;
    s.calls.wait_for(*rest);
    s.log.memory = true;
    cr_expect(rest->is_complete() && rest->ticks() == 0);
    bytes out;
    cr_expect_throw((void)rest->append_to(out), std::bad_alloc);
    cr_expect(s.ask(sent("ping", "[]")) == answered(R"("pong")"));
}

Test(rpc_executor, only_the_client_of_a_websocket_cancels_its_calls) {
    server s;
    rpc::protocol_method cancel = rpc::cancel_request();
    s.one.add(cancel);
    std::vector<std::unique_ptr<rpc::pending>> waiting;
    s.one.set_waiting(&waiting);
    const auto ask = [&](call_protocol via, std::string_view id) {
        const std::string params = std::string(R"({"id":)").append(id) + "}";
        const std::string got = s.ask(sent("$/cancelRequest", params, "9"),
                                      {.via = via, .call = s.one.call_to_log()});
        cr_expect(got == answered("null", "9"), "%s", got.c_str());
    };
    waiting.push_back(s.ask_late(sent("keep", "[]", "1")));
    const auto first = std::exchange(kept, {});
    waiting.push_back(s.ask_late(sent("keep", "[]", R"("1")")));
    ask(call_protocol::json_rpc, "1");
    ask(call_protocol::websocket, "2");
    cr_expect(not first->gone() && not kept->gone());
    ask(call_protocol::websocket, "1");
    cr_expect(first->gone() && not kept->gone());
    (*std::exchange(kept, {}))("text");
    cr_expect(s.whole(*waiting[1]) == answered(R"("text")", R"("1")"));
    ask(call_protocol::websocket, R"("1")");
}

}}  // namespace executor_test
