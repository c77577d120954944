// What clients of a table make of responses and events that other servers send.
#include <callbox/typed_call.hpp>

#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

#include <criterion/criterion.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace responses_test {

inline int order(int a) { return a; }
inline constexpr callbox::api methods{callbox::method<"order", order>("", "a")};

// A server that sends the same response to everything.
struct one_response : callbox::typed_calls<methods, one_response> {
    std::string text;
    callbox::carried carry(std::string_view) { return text; }
};

namespace {

using callbox::argument_error, callbox::json;

constexpr const char* parse_error =
    R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null})";

Test(rpc_responses, a_notification_fails_only_by_a_refusal_of_the_request) {
    one_response server;
    server.text = parse_error;
    const auto refused = server.notify<"order">(1);
    cr_assert(not static_cast<bool>(refused));
    cr_expect(refused.error().code == -32700 && refused.error().message == "Parse error");
    for (const char* text :
         {R"({"error":{"code":1,"message":"m"},"id":null})",
          R"({"jsonrpc":"1.0","error":{"code":1,"message":"m"},"id":null})",
          R"({"jsonrpc":2.0,"error":{"code":1,"message":"m"},"id":null})",
          R"({"jsonrpc":"2.0","error":{"code":1,"message":"m"}})",
          R"({"jsonrpc":"2.0","error":{"code":1,"message":"m"},"id":1})",
          R"({"jsonrpc":"2.0","id":null})", R"({"jsonrpc":"2.0","error":{},"id":null})",
          R"({"jsonrpc":"2.0","error":{"code":1},"id":null})",
          R"({"jsonrpc":"2.0","error":{"code":4294967297,"message":"m"},"id":null})",
          R"({"jsonrpc":"2.0","error":{"code":99999999999999999999,"message":"m"},"id":null})",
          R"({"jsonrpc":"2.0","error":{"code":1,"message":"m"},"result":1,"id":null})",
          R"({"jsonrpc":"2.0","result":1,"id":null})", "[]", "1", ""}) {
        server.text = text;
        cr_expect(static_cast<bool>(server.notify<"order">(1)), "%s", text);
    }
    server.text = "{";
    cr_expect(not static_cast<bool>(server.notify<"order">(1)));
}

Test(rpc_responses, a_refusal_is_the_error_of_a_call_and_of_each_of_a_batch) {
    one_response server;
    server.text = parse_error;
    cr_expect(server.call<"order">(1).error().code == -32700);
    const auto [a, b] = server.batch(server.of<"order">(1), server.of<"order">(2));
    cr_expect(a.error().code == -32700 && b.error().code == -32700);
    one_response other;
    other.text = R"({"error":{"code":99999999999999999999,"message":"m"},"id":1})";
    cr_expect(other.call<"order">(1).error().message ==
              "order: the response has neither a result nor an error");
}

Test(rpc_responses, members_of_argument_errors_that_are_not_strings_are_empty) {
    const auto errors_of = [](const char* data) {
        return callbox::argument_errors_of({-32602, "", json::parse(data)});
    };
    const std::vector<argument_error> found = errors_of(
        R"({"errors":[{"path":1,"expected":"x","got":null,"why":["y"],"did_you_mean":"z"},5]})");
    cr_assert(found.size() == 2);
    cr_expect(found[0] == (argument_error{"", "x", "", "", "z"}));
    cr_expect(found[1] == (argument_error{"", "", ""}));
}

Test(rpc_responses, an_unexpected_parameter_and_member_differ_in_their_text) {
    cr_expect((argument_error{"/a", "nothing", "integer"}.text() == "unexpected parameter"));
    cr_expect((argument_error{"/1", "nothing", "integer"}.text() == "unexpected parameter"));
    cr_expect((argument_error{"/1/a", "nothing", "integer"}.text() == "unexpected member"));
    cr_expect((argument_error{"/a", "nothing", "integer", "", "b"}.text() ==
               "unexpected parameter; did you mean \"b\"?"));
}

// ------------------------------------------------------------------------- events

// An exchange that has subscribed to "counted".
struct subscribed : callbox::detail::exchange {
    subscribed() {
        begin("counted", true);
        cr_assert(not end(false).empty());
    }
};

Test(rpc_responses, notifications_of_other_methods_are_skipped) {
    subscribed to;
    cr_expect(to.read_event(R"({"method":"counted","params":{"result":1}})").is_event);
    for (const char* text :
         {R"({"method":"other","params":{"result":1}})", R"({"params":{"result":1}})",
          R"({"method":1,"params":{"result":1}})", R"({"method":"counted"})", "[]", "null",
          R"({"result":1,"id":1})"}) {
        const auto read = to.read_event(text);
        cr_expect(not read.is_event && not read.payload, "%s", text);
    }
}

Test(rpc_responses, the_numbers_of_an_event_are_read_only_if_they_are_integers) {
    subscribed to;
    struct event {
        const char* members;
        std::optional<std::int64_t> seq;
        std::uint64_t missed;
    };
    for (const event& each :
         {event{R"("seq":7,"missed":2)", 7, 2}, event{R"("seq":-7)", -7, 0},
          event{R"("missed":2)", {}, 2}, event{R"("seq":"7","missed":"2")", {}, 0},
          event{R"("seq":7.5,"missed":2.5)", {}, 0}, event{R"("seq":null,"missed":null)", {}, 0},
          event{R"("seq":9223372036854775808,"missed":-2)", {}, 0}}) {
        const auto read = to.read_event(std::string(R"({"method":"counted","params":{)") +
                                        each.members + R"(,"result":"x"}})");
        cr_assert(read.is_event && read.payload, "%s", each.members);
        cr_expect(read.payload->text() == "x");
        cr_expect(read.seq == each.seq && read.missed == each.missed, "%s", each.members);
    }
}

Test(rpc_responses, an_event_without_a_payload_has_its_reason) {
    subscribed to;
    const auto failed = to.read_event(
        R"({"method":"counted","params":{"error":{"code":-7,"message":"over"}}})");
    cr_expect(failed.is_event && not failed.payload);
    cr_expect(to.error().code == -7 && to.error().message == "over");
    for (const char* text : {"{", "", R"({"method":"counted","params":{}})"}) {
        const auto read = to.read_event(text);
        cr_expect(read.is_event && not read.payload, "%s", text);
        cr_expect(to.error().code == callbox::not_understood, "%s", text);
    }
}

}}  // namespace responses_test
