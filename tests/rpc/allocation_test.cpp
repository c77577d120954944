// Memory runs out in clients of a table, and while requests become known to the fast path.
#include "support/allocations.hpp"

#include <criterion/criterion.h>

// Not in one process (tests/plain), where the heap is that of the C library.
#if ALLOCATIONS_CAN_FAIL && !defined(CRITERION_IN_ONE_PROCESS)

#include "each_allocation.hpp"
#include "rpc/dispatch.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>
#include <callbox/typed_call.hpp>

#include <cstddef>
#include <new>
#include <string>
#include <string_view>

namespace allocation_test {

using callbox::arg, callbox::json, callbox::method;
using made_up::answered, made_up::attempt, made_up::sent;

inline std::string_view same(std::string_view text) { return text; }
inline int sum(int a, int b) { return a + b; }
inline callbox::result<void> fail() {
    return callbox::failure{7, "a message with many letters", json("why")};
}

inline constexpr callbox::api methods{
    method<"same", same>("The text.", arg("text").length(1, 200)),
    method<"sum", sum>("The sum.", "a", "b"),
    method<"fail", fail>("Fails.", callbox::fails(7, "a message with many letters")),
};

// A client whose server has a log of its own.
struct client : callbox::typed_calls<methods, client> {
    support::quiet_log log;
    callbox::rpc::dispatcher one{methods, nullptr, {}, log};
    std::string message;
    callbox::bytes out;

    client() { (void)out.room(1000); }  // fits every answer

    callbox::carried carry(std::string_view request) {
        message = request;
        out.clear();
        one.dispatch(message, out);
        if (out.overflowed()) throw std::bad_alloc();
        return out.view();
    }
};

namespace {

const std::string text(190, 'x');

// The right text, or "-32603" if memory ran out.
bool is_right_or_failed(const attempt& last, const std::string& right) {
    return !last.made || *last.made == right || (last.failed > 0 && *last.made == "-32603");
}

// make() calls methods of the client that it is given.
template <class Make> void expect_right_or_failed(Make make) {
    client one;
    const std::string right = make(one);
    for (const std::size_t times : {1u, 2u, 1000u})
        made_up::each_allocation_fails(
            times,
            [&] {
                client another;
                return make(another);
            },
            [&](const attempt& last) {
                cr_assert(is_right_or_failed(last, right), "%zu failed after %zu: %s",
                          last.failed, last.count, last.made->c_str());
            });
    made_up::each_allocation_fails(
        1, [&] { return make(one); },
        [&](const attempt& last) {
            cr_assert(is_right_or_failed(last, right), "%zu failed after %zu: %s", last.failed,
                      last.count, last.made->c_str());
            cr_assert(make(one) == right, "the next call is not affected");
        });
}

template <class Result> std::string code_of(const Result& got) {
    return got ? "0" : std::to_string(got.error().code);
}

TestSuite(rpc_allocation, .timeout = 60);

Test(rpc_allocation, a_typed_call_has_its_result_or_throws) {
    expect_right_or_failed([](client& one) {
        const auto got = one.call<"same">(text);
        return got ? *got : code_of(got);
    });
}

Test(rpc_allocation, a_typed_call_has_its_error_or_throws) {
    expect_right_or_failed([](client& one) {
        const auto got = one.call<"fail">();
        if (got || got.error().code != 7) return code_of(got);
        return got.error().message + std::string(got.error().data->text());
    });
}

Test(rpc_allocation, a_refused_call_has_all_argument_errors_or_throws) {
    expect_right_or_failed([](client& one) {
        const auto got = one.call<"sum">(json(text), json(text));
        if (got || got.error().code != -32602) return code_of(got);
        std::string all;
        for (const auto& each : one.argument_errors()) all += each.path + each.text();
        return all;
    });
}

Test(rpc_allocation, a_batch_has_all_results_or_throws) {
    expect_right_or_failed([](client& one) {
        const auto [a, b, c] = one.batch(one.of<"same">(text + "a"), one.of<"same">(text + "b"),
                                         one.of<"same">(text + "c"));
        return !a ? code_of(a) : !b ? code_of(b) : !c ? code_of(c) : *a + *b + *c;
    });
}

Test(rpc_allocation, a_batch_is_answered_with_json_or_not_at_all) {
    support::quiet_log log;
    const std::string ping = sent("sum", "[1,2]"), both = made_up::batch({ping, ping});
    made_up::each_allocation_fails(
        1,
        [&] {
            callbox::rpc::dispatcher one(methods, nullptr, {}, log);
            callbox::bytes out;
            std::string message = both;
            one.dispatch(message, out);
            if (out.overflowed()) throw std::bad_alloc();
            return std::string(out.view());
        },
        [&](const attempt& last) {
            cr_assert(!last.made || json::parse(*last.made), "1 failed after %zu: %s", last.count,
                      last.made->c_str());
        });
}

// A request that cannot be remembered is parsed again the next time.
Test(rpc_allocation, requests_are_answered_whether_the_fast_path_knows_them) {
    support::quiet_log log;
    const std::string right = answered("\"" + text + "\"");
    for (const std::size_t times : {1u, 2u, 1000u})
        made_up::each_allocation_fails(
            times,
            [&] {
                callbox::rpc::dispatcher one(methods, nullptr, {}, log);
                std::string all;
                for (int i = 0; i < 5; ++i) {
                    callbox::bytes out;
                    std::string message = sent("same", "[\"" + text + "\"]");
                    one.dispatch(message, out);
                    if (out.overflowed()) throw std::bad_alloc();
                    if (out.view() != right) all = out.view();
                }
                return all;
            },
            [&](const attempt& last) {
                const bool has_failed = last.failed > 0 && last.made &&
                                        last.made->find("-32603") != std::string::npos;
                cr_assert(!last.made || last.made->empty() || has_failed,
                          "%zu failed after %zu: %s", last.failed, last.count,
                          last.made->c_str());
            });
}

}}  // namespace allocation_test

#endif
