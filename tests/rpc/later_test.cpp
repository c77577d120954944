// Functions that answer later, without a network.
#include <callbox/callbox.hpp>
#include <callbox/later.hpp>
#include <callbox/test.hpp>

#include "rpc/dispatch.hpp"
#include "rpc/later.hpp"
#include "support/allocations.hpp"
#include "support/messages.hpp"

#include <criterion/criterion.h>

#include <malloc.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace later_test { namespace {

using namespace callbox;
using made_up::answered, made_up::batch, made_up::sent;

std::vector<later<std::string>> kept;

void keep(std::string, later<std::string> done) { kept.push_back(std::move(done)); }
int give(std::string text) {
    auto all = std::exchange(kept, {});
    for (auto& each : all) each(text);
    return static_cast<int>(all.size());
}
int refuse(int code) {
    auto all = std::exchange(kept, {});
    for (auto& each : all) each(failure{code, "no", json("why")});
    return static_cast<int>(all.size());
}
int drop() { return static_cast<int>(std::exchange(kept, {}).size()); }
void now(std::string text, later<std::string> done) {
    done(text);
    done("again");
    done(failure{1, "again"});
}
void now_fails(later<std::string> done) { done(failure{7, "no"}); }
void nothing(later<void> done) { done(); }
void on_a_thread(int n, later<double> done) {
    std::thread([n, d = std::move(done)]() mutable { d(n / 2.0); }).detach();
}
void infinite(bool moves, later<double> done) {
    if (!moves) return done(INFINITY);
    later<double> moved = std::move(done);
    moved(INFINITY);
}
void throws(later<int>) { throw std::runtime_error("a secret"); }
void keeps_and_throws(later<std::string> done) {
    kept.push_back(std::move(done));
    throw std::runtime_error("a secret");
}
void forgets(bool moves, later<int> done) {
    if (moves) const later<int> moved = std::move(done);
}
void reserved(later<int> done) { done(failure{-32601, "not ours"}); }

struct odd {};

}}  // namespace later_test

template <> struct callbox::codec<later_test::odd> {
    static constexpr type schema{.form = type_form::string, .name = "odd", .sample = "\"odd\""};
    static void write(writer&, const later_test::odd&) { throw std::runtime_error("of the codec"); }
};

namespace later_test { namespace {

void has_odd_codec(bool moves, later<odd> done) {
    if (!moves) return done(odd());
    auto moved = std::make_unique<later<odd>>(std::move(done));
    (*moved)(odd());
}

constexpr api methods{
    method<"keep", keep>("", "text", fails(7, "no"), example({"x"}, "x")),
    method<"keep.one", keep>("", "text", at_once(1)),
    method<"give", give>("", "text"),
    method<"refuse", refuse>("", "code"),
    method<"drop", drop>(""),
    method<"now", now>("", "text"),
    method<"now.fails", now_fails>("", fails(7, "no")),
    method<"nothing", nothing>(""),
    method<"thread", on_a_thread>("", "n"),
    method<"infinite", infinite>("", "moves"),
    method<"throws", throws>("", raises<std::logic_error>(8, "logic")),
    method<"throws.raised", throws>("", raises<std::runtime_error>(8, "known")),
    method<"throws.kept", keeps_and_throws>(""),
    method<"forgets", forgets>("", "moves"),
    method<"reserved", reserved>(""),
    method<"odd", has_odd_codec>("", "moves"),
    method<"ping", [] { return std::string_view("pong"); }>(""),
};

bool is_internal_error(const std::string& response) {
    return response.find(R"("code":-32603)") != response.npos;
}

TestSuite(rpc_later, .timeout = 30);

Test(rpc_later, it_is_answered_in_the_function) {
    cr_expect(answer(methods, sent("now", R"(["x"])")) == answered(R"("x")"));
    cr_expect(answer(methods, sent("nothing", "[]")) == answered("null"));
    cr_expect(answer(methods, sent("now.fails", "[]")) ==
              R"({"jsonrpc":"2.0","error":{"code":7,"message":"no"},"id":1})");
    cr_expect(answer(methods, made_up::notified("now", R"(["x"])")).empty());
}

Test(rpc_later, it_is_answered_by_another_call_or_thread) {
    const std::string all = batch({sent("keep", R"(["a"])", "1"), sent("ping", "[]", "2"),
                                   sent("keep", R"(["b"])", "3"), sent("thread", "[5]", "4"),
                                   sent("give", R"(["c"])", "5")});
    cr_expect(answer(methods, all) ==
              batch({answered(R"("c")", "1"), answered(R"("pong")", "2"), answered(R"("c")", "3"),
                     answered("2.5", "4"), answered("2", "5")}));
    cr_expect(answer(methods, sent("thread", "[3]")) == answered("1.5"));
    answerer one(methods);
    for (int i = 0; i < 100; ++i)
        cr_expect(one.answer(sent("thread", "[3]")) == answered("1.5"));
}

Test(rpc_later, an_error_is_the_answer) {
    const std::string both = answer(methods, batch({sent("keep", R"(["a"])", "1"),
                                                    sent("refuse", "[7]", "2")}));
    cr_expect(both == batch({R"({"jsonrpc":"2.0","error":{"code":7,"message":"no","data":"why"},)"
                             R"("id":1})",
                             answered("1", "2")}));
}

Test(rpc_later, what_breaks_its_contract_is_an_internal_error) {
    for (const std::string_view moves : {"[false]", "[true]"})
        for (const std::string_view name : {"infinite", "odd", "forgets"})
            cr_expect(is_internal_error(answer(methods, sent(name, moves))), "%s",
                      std::string(name).c_str());
    cr_expect(is_internal_error(answer(methods, sent("throws", "[]"))));
    cr_expect(is_internal_error(answer(methods, sent("reserved", "[]"))));
    cr_expect(is_internal_error(answer(methods, batch({sent("keep", R"(["a"])", "1"),
                                                       sent("drop", "[]", "2")}))));
    cr_expect(is_internal_error(answer(methods, batch({sent("keep", R"(["a"])", "1"),
                                                       sent("refuse", "[-32601]", "2")}))));
    cr_expect(answer(methods, sent("throws.raised", "[]")) ==
              R"({"jsonrpc":"2.0","error":{"code":8,"message":"known"},"id":1})");
}

Test(rpc_later, after_an_exception_its_answer_is_ignored) {
    cr_expect(is_internal_error(answer(methods, sent("throws.kept", "[]"))));
    cr_assert(kept.size() == 1);
    cr_expect(kept[0].gone());
    give("late");
    cr_expect(answer(methods, sent("ping", "[]")) == answered(R"("pong")"));
}

Test(rpc_later, it_outlives_the_answerer) {
    {
        answerer one(methods);
        (void)one.answer(made_up::notified("keep", R"(["a"])"));
        cr_assert(kept.size() == 1 && !kept[0].gone());
    }
    cr_expect(kept[0].gone());
    later<std::string> moved = std::move(kept[0]);
    cr_expect(moved.gone());
    kept[0] = std::move(moved);
    give("late");
}

Test(rpc_later, notifications_leave_their_places_when_they_are_answered) {
    answerer one(methods, {.pending_calls_max = 2});
    for (int i = 0; i < 10; ++i) {
        (void)one.answer(made_up::notified("keep", R"(["a"])"));
        cr_assert(kept.size() == 1);
        give("b");
    }
}

Test(rpc_later, wrong_arguments_are_refused_before) {
    const std::string got = answer(methods, sent("keep", "[5]"));
    cr_expect(got.find(R"("code":-32602)") != got.npos && kept.empty());
}

Test(rpc_later, so_many_are_pending) {
    answerer one(methods, {.pending_calls_max = 2});
    (void)one.answer(made_up::notified("keep", R"(["a"])"));
    const std::string all(one.answer(batch({sent("keep", R"(["b"])", "1"),
                                            sent("keep", R"(["c"])", "2"),
                                            sent("give", R"(["d"])", "3")})));
    cr_expect(all.find(answered(R"("d")", "1")) != all.npos, "%s", all.c_str());
    cr_expect(all.find(R"("code":-32002)") != all.npos, "%s", all.c_str());
}

Test(rpc_later, the_test_client_waits_for_them) {
    test::client<methods> client;
    const auto [text, ping, given] =
        client.batch(client.of<"keep">("a"), client.of<"ping">(), client.of<"give">("b"));
    cr_expect(text && *text == "b" && ping && given && *given == 1);
    const auto half = client.call<"thread">(3);
    cr_expect(half && *half == 1.5);
}

// Beside its request; measured in blocks of the heap, which a sanitizer replaces.
#if ALLOCATIONS_CAN_FAIL
Test(rpc_later, a_pending_call_takes_less_than_300_bytes) {
    constexpr std::size_t count = 10'000;
    observe::logger log;
    const limits bounds;
    const table all_methods = methods;
    struct later_calls_of_a_server : rpc::later_calls {
        using later_calls::later_calls;
        bool takes_calls() const override { return true; }
    } calls(all_methods, bounds);
    rpc::dispatcher one(methods, nullptr, bounds, log, &calls);
    std::vector<std::unique_ptr<rpc::pending>> all;
    all.reserve(count);
    kept.reserve(count);
    bytes out;
    std::string request = sent("keep", R"(["a"])");
    const std::string again = request;
    const auto ask = [&] {
        request = again;
        cr_assert(one.dispatch(request, out).waits);
        all.push_back(one.take_pending());
    };
    ask();
    const std::size_t before = ::mallinfo2().uordblks;
    while (all.size() < count) ask();
    const std::size_t each = (::mallinfo2().uordblks - before) / (count - 1);
    cr_expect(each < 300, "%zu bytes", each);
    kept.clear();
}
#endif

}}  // namespace later_test
