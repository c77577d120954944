#include "generate/generate.hpp"

#include <criterion/criterion.h>
#include <string>
#include <string_view>

namespace typescript_events_test { namespace {

using namespace callbox::openrpc::generate;

std::string client_of(std::string_view methods) {
    std::string document = R"({"openrpc":"1.3.2","info":{"title":"Pet shop","version":"1.0.0"},)"
                           R"("methods":)";
    document.append(methods).append("}");
    service made;
    const std::string problem = read(document, made);
    cr_assert(problem.empty(), "%s", problem.c_str());
    return typescript::client(made, {});
}

// The client of one event with these parameters.
std::string with_event(std::string_view params, std::string_view payload = R"({"type":"string"})",
                       std::string_view rest = "") {
    std::string event = R"([{"name":"sold","params":[)";
    event.append(params).append(R"(],"result":{"name":"r","schema":{"type":"string"}},"x-event":)");
    event.append(R"({"payload":)").append(payload).append("}").append(rest).append("}]");
    return client_of(event);
}

void holds(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) != std::string::npos, "%s\nis not in\n%s",
              std::string(part).c_str(), text.c_str());
}

void lacks(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) == std::string::npos, "%s\nis in\n%s", std::string(part).c_str(),
              text.c_str());
}

constexpr std::string_view param = R"({"name":"of kind","schema":{"type":"string"}})";

Test(openrpc_generate_typescript_events, an_event_takes_an_object) {
    holds(with_event(param),
          "  readonly sold = (options: { \"of kind\"?: string } = {}, call?: EventOptions) =>\n"
          "    this.#listen<string>(\"sold\", options, call, json.text);\n");
    holds(with_event(R"({"name":"a","required":true,"schema":{"type":"number"}})"),
          "(options: { a: number }, call?: EventOptions)");
}

Test(openrpc_generate_typescript_events, an_event_without_parameters_can_be_resumed) {
    holds(with_event(""), "  readonly sold = (call?: EventOptions) => "
                          "this.#listen<string>(\"sold\", {}, call, json.text);\n");
}

Test(openrpc_generate_typescript_events, a_list_is_sent_if_the_server_requires_one) {
    holds(with_event(param, "{\"type\":\"boolean\"}", R"(,"paramStructure":"by-position")"),
          "(ofKind?: string, call?: EventOptions) =>\n"
          "    this.#listen<boolean>(\"sold\", json.params([ofKind]), call, json.boolean);\n");
}

Test(openrpc_generate_typescript_events, its_payload_is_a_type_of_results) {
    const std::string made =
        with_event("", R"({"title":"Sale","type":"object","properties":{"n":{"type":"integer",)"
                       R"("format":"int64"}},"required":["n"]})");
    holds(made, "this.#listen<Sale>(");
    holds(made, "\nexport interface Sale {\n  n: bigint;\n}\n");
    holds(made, "\nconst Sale: Is = json.object({ n: json.bigint });\n");
    lacks(made, "SaleInput");
}

// Whether or not there are events, which a token may hide.
Test(openrpc_generate_typescript_events, no_type_has_a_name_of_theirs) {
    const std::string gap = R"({"title":"EventGap","type":"object","properties":{}})";
    holds(with_event("", gap), "this.#listen<EventGap_>(");
    holds(client_of(R"([{"name":"m","params":[],"result":{"name":"r","schema":)" + gap + "}}]"),
          "this.#send<EventGap_>(");
}

Test(openrpc_generate_typescript_events, no_batch_or_notification_has_them) {
    const std::string made = with_event("");
    holds(made, "readonly notify: Calling<Methods<\"notify\">>;");
    holds(made, "readonly batch: Batch<Calling<Methods<\"batch\">>>;");
}

Test(openrpc_generate_typescript_events, other_clients_have_no_code_for_them) {
    const std::string made =
        client_of(R"([{"name":"m","params":[],"result":{"name":"r","schema":{}}}])");
    for (const std::string_view part : {"WebSocket", "#listen", "listening", "Calling", "EventGap"})
        lacks(made, part);
    holds(with_event(""), "export interface EventGap {");
}

}}  // namespace typescript_events_test
