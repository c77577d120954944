// Batches from a client of a table, without a network.
#include <callbox/test.hpp>

#include <criterion/criterion.h>

#include <cmath>
#include <csignal>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batch_call_test { namespace {

namespace batched {

using callbox::arg, callbox::json, callbox::method, callbox::named, callbox::result;

inline int order(int a, int b, int c) { return a * 100 + b * 10 + c; }
inline result<void> check(bool good) {
    if (!good) return callbox::failure{8, "not good", json(std::vector{1, 2})};
    return {};
}
inline std::string_view view() { return "a view \"of\" \\ text"; }
inline double half(double d) { return d / 2; }
inline void note(int& notes, std::string_view) { ++notes; }

inline constexpr callbox::api methods{
    method<"order", order>("", "a", arg("b") = 2, arg("c") = 3),
    method<"check", check>("", "good", callbox::fails(8, "not good")),
    method<"view", view>(""),
    method<"half", half>("", "d"),
    method<"note", note>("", arg("text").length(1, 9)),
};
inline constexpr callbox::api plain_errors{method<"stray", check>("", "good")};

struct fixture {
    int notes = 0;
    callbox::test::client<methods> one{notes};
};

}  // namespace batched

using batched::fixture, batched::json, batched::named;

Test(rpc_batch_call, a_batch_returns_a_result_for_each_call) {
    fixture with;
    const auto [order, checked, text, refused, note] = with.one.batch(
        with.one.of<"order">(4, named<"c">(6)), with.one.of<"check">(false),
        with.one.of<"view">(), with.one.of<"note">(""), with.one.of<"note">("a"));
    cr_expect(*order == 426 && *text == batched::view());
    cr_expect(checked.error().code == 8 && checked.error().data->text() == "[1,2]");
    cr_assert(callbox::argument_errors_of(refused.error()).size() == 1);
    cr_expect(callbox::argument_errors_of(refused.error())[0].path == "/0");
    cr_expect(with.one.argument_errors().empty(), "only for call()");
    cr_expect(note && with.notes == 1);
}

Test(rpc_batch_call, a_call_that_was_made_may_be_sent_again) {
    fixture with;
    const auto call = with.one.of<"order">(named<"a">(7));
    const auto [a, b] = with.one.batch(call, call);
    const auto [c] = with.one.batch(call);
    cr_expect(*a == 723 && *b == 723 && *c == 723);
    cr_expect(*with.one.call<"order">(1) == 123);
}

Test(rpc_batch_call, results_are_read_as_the_given_types) {
    fixture with;
    const auto [any, wrong] = with.one.batch(with.one.of<"order", json>(1),
                                             with.one.of<"order", bool>(1));
    cr_expect(any->text() == "123");
    cr_expect(wrong.error().code == callbox::not_understood);
    cr_expect(wrong.error().message ==
              "order: invalid result: expected boolean, got integer");
}

Test(rpc_batch_call, a_call_that_cannot_be_written_keeps_the_batch_from_being_sent) {
    fixture with;
    const auto [note, half] = with.one.batch(with.one.of<"note">("a"), with.one.of<"half">(NAN));
    cr_expect(half.error().code == callbox::not_understood);
    cr_expect(half.error().message == "half: JSON cannot represent an argument");
    cr_expect(note.error().code == callbox::not_understood);
    cr_expect(note.error().message ==
              "note: not sent: JSON cannot represent an argument of another call");
    cr_expect(with.notes == 0);
    const auto [sent] = with.one.batch(with.one.of<"note">("a"));
    cr_expect(sent && with.notes == 1);
}

Test(rpc_batch_call, a_refused_batch_fails_each_of_its_calls) {
    int notes = 0;
    callbox::test::client<batched::methods> narrow(notes, {.batch_length_max = 1});
    const auto call = narrow.of<"note">("a");
    const auto [a, b] = narrow.batch(call, call);
    cr_expect(!a && !b && a.error().code == b.error().code && notes == 0);
    cr_expect(a.error().code == -32600, "%d %s", a.error().code, a.error().message.c_str());
}

#if !defined(NDEBUG) && !defined(CRITERION_IN_ONE_PROCESS)
Test(rpc_batch_call, an_error_that_the_row_does_not_declare_stops_the_test, .signal = SIGABRT) {
    callbox::test::client<batched::plain_errors> one;
    (void)one.batch(one.of<"stray">(true), one.of<"stray">(false));
}
#endif

}}  // namespace batch_call_test
