// Changes of events.
#include "compared.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace compare_event_test { namespace {

using std::string;
using std::string_view;

string document_of(string_view x_event, string_view schemas = "") {
    string text = R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[{"name":"m",)"
                  R"("params":[],"result":{"name":"r","schema":{"type":"string"}})";
    if (!x_event.empty()) text.append(R"(,"x-event":)").append(x_event);
    return text.append(R"(}],"components":{"schemas":{)").append(schemas).append("}}}");
}

string event(string_view payload, string_view more = "") {
    return R"({"payload":)" + string(payload) + string(more) + "}";
}

void expect(const string& before, const string& after, string_view wanted) {
    const string got = compared(before, after);
    cr_expect(got == wanted, "got: %s\nwanted: %s\nfrom %s\nto %s", got.c_str(),
              string(wanted).c_str(), before.c_str(), after.c_str());
}

void expect_events(const string& before, const string& after, string_view wanted) {
    expect(document_of(before), document_of(after), wanted);
}

Test(openrpc_compare_event, payloads_are_compared_like_results) {
    const string integer = event(R"({"type":"integer"})");
    expect_events(integer, integer, "");
    expect_events(integer, event(R"({"type":["integer","null"]})"),
                  "! payload: returns integer or null, previously integer;");
    expect_events(event(R"({"type":["integer","null"]})"), integer,
                  "payload: returns integer, previously integer or null;");
    const auto member = [](string_view text) {
        return event(R"({"type":"object","properties":{"a":{"type":")" + string(text) + R"("}}})");
    };
    expect_events(member("string"), member("boolean"),
                  "! payload.a: returns boolean, previously string;");
}

Test(openrpc_compare_event, types_of_payloads_are_compared) {
    const string event_of_type = event(R"({"$ref":"#/components/schemas/c"})");
    expect(document_of(event_of_type, R"("c":{"type":"integer"})"),
           document_of(event_of_type, R"("c":{"type":"string"})"),
           "! payload: returns string, previously integer;");
}

Test(openrpc_compare_event, a_method_and_an_event_cannot_replace_each_other) {
    expect_events("", event("true"), "! now an event, previously a method;");
    expect_events(event("true"), "", "! now a method, previously an event;");
    expect_events(event("true"), "{}", "! now a method, previously an event;");
}

Test(openrpc_compare_event, events_that_are_no_longer_kept_break_clients) {
    const string kept = event("true", R"(,"keeps":8)");
    expect_events(kept, event("true"), "! no longer keeps events for \"since\";");
    expect_events(event("true"), kept, "now keeps events for \"since\";");
    expect_events(kept, event("true", R"(,"keeps":9)"), "");
}

Test(openrpc_compare_event, a_slow_client_must_not_learn_less) {
    const auto full = [](string_view when) {
        return event("true", R"(,"when_full":")" + string(when) + "\"");
    };
    constexpr string_view all[] = {"latest", "drop_oldest", "end"};
    for (const string_view& was : all)
        for (const string_view& now : all) {
            const string changed = "when full: changed from \"" + string(was) + "\" to \"" +
                                   string(now) + "\";";
            expect_events(full(was), full(now),
                          &was == &now ? "" : (&was > &now ? "! " : "") + changed);
        }
}

}}  // namespace compare_event_test
