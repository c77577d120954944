// The text of Python clients of documents with events or calls that report their progress.
#include "generate/generate.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace python_streams_test { namespace {

using namespace callbox::openrpc::generate;

std::string client_of(std::string_view method, const choices& chosen = {}) {
    std::string document = R"({"openrpc":"1.3.2","info":{"title":"Pet shop","version":"1.0.0"},)"
                           R"("methods":[)";
    document.append(method).append("]}");
    service made;
    const std::string problem = read(document, made);
    cr_assert(problem.empty(), "%s", problem.c_str());
    return python::client(made, chosen);
}

std::string with_event(std::string_view keeps = "", const choices& chosen = {}) {
    std::string event =
        R"({"name":"e","params":[{"name":"sku","schema":{"type":"string"},"required":true}],)"
        R"("result":{"name":"r","schema":{"type":"string"}},"x-event":{"payload":{"type":)"
        R"("integer"})";
    return client_of(event.append(keeps).append("}}"), chosen);
}

void has(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) != std::string::npos, "not there: %s", std::string(part).c_str());
}

void lacks(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) == std::string::npos, "there: %s", std::string(part).c_str());
}

Test(openrpc_generate_python_streams, an_event_is_a_subscription) {
    const std::string text = with_event();
    has(text, "    def e(self, sku: str) -> Subscription[int]:\n"
              "        \"\"\"Subscribes to e.\"\"\"\n"
              "        return self._subscribe(Call(\"e\", [sku], int, {}))\n");
    has(text, "\"MissedEvents\",");
    has(text, "class Subscription(_Receiver[A], Iterator[A]):\n");
    has(with_event(R"(,"keeps":8)"),
        "    def e(self, *, sku: str) -> Subscription[int]:\n"
        "        \"\"\"Subscribes to e.\"\"\"\n"
        "        return self._subscribe(Call(\"e\", {\"sku\": sku}, int, {}))\n");
    const std::string other = with_event("", {.is_async = true});
    has(other, "    def e(self, sku: str) -> Subscription[int]:\n");
    has(other, "class Subscription(_Receiver[A], AsyncIterator[A]):\n");
}

Test(openrpc_generate_python_streams, clients_without_events_have_no_subscriptions) {
    const std::string text = client_of(R"({"name":"m","params":[],"x-event":{}})");
    for (const auto part : {"Subscription", "Gap", "weakref", "_Receiver", "#:"}) lacks(text, part);
}

constexpr std::string_view blocking =
    R"({"name":"watch","params":[],"x-blocking":true,"result":{"name":"r","schema":{"type":)"
    R"("string"}}})";

Test(openrpc_generate_python_streams, calls_that_block_report_their_progress) {
    const std::string text = client_of(blocking);
    has(text, "    \"WatchedCall\",\n");
    has(text, "    def watch(self, call: Call[A]) -> WatchedCall[A]:\n");
    has(text, "            with api.watch(api.of(api.METHOD, ...)) as call:\n");
    has(text, "    def watch_(self) -> str:\n");
    has(text, "class WatchedCall(_Receiver[A], Iterator[Progress]):\n");
    for (const auto part : {"Subscription", "Gap", "random", "_Pause", "#:"}) lacks(text, part);
    const std::string other = client_of(blocking, {.is_async = true});
    has(other, "            async with api.watch(api.of(api.METHOD, ...)) as call:\n");
    has(other, "class WatchedCall(_Receiver[A], AsyncIterator[Progress]):\n");
    for (const auto part : {"_Pause", "Awaitable", "#:"}) lacks(other, part);
}

Test(openrpc_generate_python_streams, other_clients_do_not_watch_calls) {
    for (const bool is_event : {false, true}) {
        const std::string text =
            is_event ? with_event() : client_of(R"({"name":"watch","params":[]})");
        for (const auto part : {"Progress", "WatchedCall", "_amount"}) lacks(text, part);
        if (!is_event) has(text, "    def watch_(self) -> None:\n");
    }
}

}}  // namespace python_streams_test
