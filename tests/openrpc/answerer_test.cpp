#include "support/methods_api.hpp"

#include <callbox/dispatch.hpp>

#include <criterion/criterion.h>

#include <string>
#include <utility>

namespace answerer_test { namespace {

constexpr callbox::api stateless{
    callbox::method<"half", sample::same_double>("Itself.", "n"),
};
constexpr const char* half = R"({"jsonrpc":"2.0","method":"half","params":[0.5],"id":1})";
constexpr const char* answered = R"({"jsonrpc":"2.0","result":0.5,"id":1})";

// Larger than the rest of the response limit.
constexpr const char* too_large =
    R"({"jsonrpc":"2.0","method":"half","params":[0.123456789012],"id":1})";

std::string ping(int id) {
    return R"({"jsonrpc":"2.0","method":"ping","id":)" + std::to_string(id) + "}";
}

Test(openrpc_answerer, a_message_is_answered_without_a_network) {
    cr_expect(callbox::answer(stateless, half) == answered);
    cr_expect(callbox::answer(stateless, "").find("-32700") != std::string::npos);
}

Test(openrpc_answerer, a_notification_is_answered_with_nothing) {
    const char* const message = R"({"jsonrpc":"2.0","method":"half","params":[1]})";
    cr_expect(callbox::answer(stateless, message).empty());
}

Test(openrpc_answerer, methods_with_state_get_it) {
    sample::counter counter;
    (void)callbox::answer(sample::methods, counter, ping(1));
    (void)callbox::answer(sample::methods, counter, ping(2));
    cr_expect(counter.executed == 2);
}

Test(openrpc_answerer, limits_hold_without_a_network_too) {
    callbox::limits bounds;
    bounds.json_depth_max = 1;
    const std::string got = callbox::answer(stateless, half, bounds);
    cr_expect(got.starts_with(R"({"jsonrpc":"2.0","error":{"code":-32700)"), "%s", got.c_str());
    bounds = {};
    bounds.response_bytes_max = 4;
    cr_expect(callbox::answer(stateless, too_large, bounds).find("-32001") != std::string::npos);
}

Test(openrpc_answerer, an_answerer_answers_one_message_after_the_other) {
    callbox::answerer answers(stateless);
    for (int i = 0; i < 3; ++i) {
        cr_expect(answers.answer(half) == answered);
        cr_expect(answers.answer("[").find("-32700") != std::string_view::npos);
    }
}

Test(openrpc_answerer, an_answerer_keeps_its_state_when_it_is_moved) {
    sample::counter counter;
    callbox::answerer first(sample::methods, counter);
    (void)first.answer(ping(1));
    callbox::answerer second(std::move(first));
    cr_expect(second.answer(ping(2)) == R"({"jsonrpc":"2.0","result":"pong","id":2})");
    callbox::answerer third(sample::methods, counter);
    third = std::move(second);
    cr_expect(third.answer(ping(3)) == R"({"jsonrpc":"2.0","result":"pong","id":3})");
    cr_expect(counter.executed == 3);
}

}}  // namespace answerer_test
