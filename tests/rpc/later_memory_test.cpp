// Memory runs out while calls are answered later.
#include "support/allocations.hpp"

#include <criterion/criterion.h>

// Not in one process (tests/plain), where the heap is that of the C library.
#if ALLOCATIONS_CAN_FAIL && !defined(CRITERION_IN_ONE_PROCESS)

#include "each_allocation.hpp"
#include "rpc/dispatch.hpp"
#include "rpc/later.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/later.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace later_memory_test { namespace {

using namespace callbox;
using made_up::answered, made_up::batch, made_up::notified, made_up::sent;

std::optional<later<std::string_view>> kept;

void keep(const caller&, later<std::string_view> done) { kept.emplace(std::move(done)); }
void keep_and_throw(later<std::string_view> done) {
    kept.emplace(std::move(done));
    throw std::runtime_error("a reason that does not fit into the object");
}
void now(later<std::string_view> done) { done("here"); }
void now_fails(later<std::string_view> done) { done(failure{7, "no", json("why")}); }
void throws(later<std::string_view>) {
    throw std::runtime_error("a reason that does not fit into the object");
}

void give() {
    if (kept) (*std::exchange(kept, {}))("given");
}
void refuse() {
    if (kept) (*std::exchange(kept, {}))(failure{7, "no", json("why")});
}
void drop() { kept.reset(); }

constexpr api methods{
    callbox::thread_safe,
    method<"keep", keep>("Keeps it."),
    method<"keep.throws", keep_and_throw>("Keeps it and throws."),
    method<"now", now>("Answers."),
    method<"now.fails", now_fails>("Fails.", fails(7, "no")),
    method<"throws", throws>("Throws."),
    method<"give", give>("Answers the call that is kept."),
    method<"refuse", refuse>("Lets it fail."),
    method<"drop", drop>("Destroys its later<T>."),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
};

// Whether a line said that a function destroyed its later<T>. Allocates nothing.
struct watched_lines : support::null_sink {
    bool destroyed = false;
    void put(log_level, std::string_view line, std::uint64_t = 0) override {
        destroyed = destroyed || line.find("destroyed its later<T>") != line.npos;
    }
};

// A dispatcher that logs its calls. As in a server, calls are pending while others are made.
struct server {
    struct pending_calls : rpc::later_calls {
        using later_calls::later_calls;
        bool takes_calls() const override { return true; }
    };

    explicit server(std::size_t pending_calls_max = limits{}.pending_calls_max)
        : bounds{.pending_calls_max = pending_calls_max} {
        log.log_calls(true);
    }

    // Calls that wait end by `end`.
    std::string answer(std::string message, void (*end)()) {
        out.clear();
        if (one.dispatch(message, out, ada).waits) {
            const auto rest = one.take_pending();
            end();
            calls.wait_for(*rest);
            (void)rest->append_to(out);
        }
        if (out.overflowed()) throw std::bad_alloc();
        return std::string(out.view());
    }

    limits bounds;
    table all = methods;
    caller ada{.peer = "[2001:db8::1]:65535", .token = "a name with many letters",
               .fields = "X-Field: its value"};
    support::logger_to<watched_lines> log;
    pending_calls calls{all, bounds};
    rpc::call_counters counts{rpc::counted_methods(all)};
    rpc::dispatcher one{all, nullptr, bounds, log, &calls, &counts};
    bytes out{memory::budget::clients};
};

bool has_code(const std::string& response, std::string_view code) {
    return response.find(std::string(R"("code":)").append(code)) != response.npos;
}

// The right response, or an error if memory ran out. Incidents have random ids.
bool is_right_or_failed(const made_up::attempt& last, const std::string& right) {
    if (!last.made || *last.made == right) return true;
    if (has_code(right, "-32603") && has_code(*last.made, "-32603")) return true;
    return (last.failed > 0 && has_code(*last.made, "-32603")) ||
           (last.failed > 1 && has_code(*last.made, "-32003"));  // not even for that error
}

struct row {
    const char* method;
    void (*end)();
};
constexpr row rows[] = {{"keep", give}, {"keep", refuse}, {"keep", drop},
                        {"now", give}, {"now.fails", give}};

// After each attempt the call that is kept is dropped, and another one is answered.
void expect_right_or_failed(server& s, const row& each, std::size_t times) {
    const std::string one = sent(each.method, "[]"), other = sent("keep", "[]");
    const std::string right = s.answer(one, each.end);
    kept.reset();
    const std::string given = s.answer(other, give);
    cr_assert(given == answered(R"("given")"));
    const std::size_t taken = memory::taken();
    made_up::each_allocation_fails(
        times, [&] { return s.answer(one, each.end); },
        [&](const made_up::attempt& last) {
            kept.reset();
            cr_assert(is_right_or_failed(last, right), "%s, %zu of %zu failed after %zu: %s",
                      each.method, last.failed, times, last.count, last.made->c_str());
            cr_assert(each.end == drop || !s.log.destroyed, "%s, %zu of %zu failed after %zu",
                      each.method, last.failed, times, last.count);
            const std::string next = s.answer(other, give);
            cr_assert(next == given, "%s, %zu failed after %zu, then: %s", each.method,
                      last.failed, last.count, next.c_str());
            cr_assert(memory::taken() == taken, "all memory is released");
        });
}

TestSuite(rpc_later_memory, .timeout = 60);

Test(rpc_later_memory, a_call_is_answered_right_or_fails) {
    for (const std::size_t times : {1u, 2u, 3u, 1000u}) {
        for (const row& each : rows) {
            server s;
            expect_right_or_failed(s, each, times);
        }
        for (const char* method : {"throws", "keep.throws"}) {
            server s;
            expect_right_or_failed(s, {method, give}, times);
        }
    }
}

Test(rpc_later_memory, a_call_that_fails_returns_its_place) {
    for (const std::size_t times : {1u, 2u, 3u, 1000u}) {
        for (const row& each : rows) {
            server s(1);
            expect_right_or_failed(s, each, times);
        }
        for (const char* method : {"throws", "keep.throws"}) {
            server s(1);
            expect_right_or_failed(s, {method, give}, times);
        }
    }
}

Test(rpc_later_memory, a_batch_is_answered_right_or_fails) {
    server s;
    const std::string all = batch({sent("keep", "[]", "1"), sent("ping", "[]", "2"),
                                   sent("now", "[]", R"("an id that has its own memory")"),
                                   notified("now", "[]"), sent("now.fails", "[]", "4")});
    const std::string right = s.answer(all, give);
    cr_assert(right.starts_with("[" + answered(R"("given")", "1")), "%s", right.c_str());
    for (const std::size_t times : {1u, 2u, 3u, 1000u})
        made_up::each_allocation_fails(
            times, [&] { return s.answer(all, give); },
            [&](const made_up::attempt& last) {
                kept.reset();
                cr_assert(is_right_or_failed(last, right), "%zu failed after %zu: %s",
                          last.failed, last.count, last.made->c_str());
                cr_assert(s.answer(all, give) == right);
            });
}

// The public interface, which waits for answers. Its log is standard error.
Test(rpc_later_memory, an_answerer_has_the_right_answer_or_none) {
    answerer one(methods);
    const std::string both = batch({sent("keep", "[]", "1"), sent("give", "[]", "2"),
                                    sent("now", "[]", "3")});
    const std::string right(one.answer(both));
    cr_assert(right == batch({answered(R"("given")", "1"), answered("null", "2"),
                              answered(R"("here")", "3")}), "%s", right.c_str());
    made_up::each_allocation_fails(
        1, [&] { return std::string(one.answer(both)); },
        [&](const made_up::attempt& last) {
            kept.reset();
            cr_assert(is_right_or_failed(last, right), "%zu failed after %zu: %s", last.failed,
                      last.count, last.made->c_str());
            cr_assert(one.answer(both) == right);
        });
}

}}  // namespace later_memory_test

#endif
