// The OpenRPC document: its contents, and limitations of OpenRPC tools.
#include "diff/compare.hpp"
#include "openrpc/document.hpp"
#include "support/everything.hpp"
#include "support/methods.hpp"

#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace document_test { namespace {

using namespace callbox;

std::string document_of(const table& methods) {
    return openrpc::describe(methods, {.title = "t", .version = "1"}).document;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// The part of the document from the method's name to the next method.
std::string method_of(std::string_view name) {
    const std::string all = document_of(everything::table());
    const auto begin = all.find(R"({"name":")" + std::string(name) + R"(","summary")");
    cr_assert(begin != all.npos, "%s", std::string(name).c_str());
    const auto end = std::min(all.find(R"(,"summary")", begin + name.size() + 20),
                              all.find(R"("components")"));
    return all.substr(begin, end - begin);
}

void expect_method(std::string_view name, const std::vector<const char*>& parts) {
    const std::string method = method_of(name);
    for (const char* part : parts) cr_expect(has(method, part), "%s in %s", part, method.c_str());
}

// Visits every value of the document, at any depth.
template <class Each> void walk(value at, Each each) {
    each(at);
    if (at.is(kind::array))
        for (const value item : at.items()) walk(item, each);
    if (at.is(kind::object))
        for (const auto member : at.members()) walk(member.value, each);
}

bool has_member(value object, std::string_view name) {
    for (const auto m : object.members())
        if (m.name.text() == name) return true;
    return false;
}

Test(openrpc_document, the_document_is_json_with_its_parts_in_order) {
    std::string text = document_of(everything::table());
    document read(json_depth_limit);
    cr_assert(read.parse(text), "%s at %zu", read.error().message, read.error().offset);
    cr_expect(text.starts_with(R"({"openrpc":"1.2.6","info":{"title":"t","version":"1",)"
                               R"("x-contract":")"));
    std::vector<std::string> names;
    for (const auto m : read.root().members()) names.emplace_back(m.name.text());
    cr_expect(names == (std::vector<std::string>{"openrpc", "info", "methods", "components"}));
}

Test(openrpc_document, a_method_has_everything_in_the_table) {
    expect_method("geo.middle",
                  {R"("summary":"The centre of a path.")", R"("tags":[{"name":"geo"}])",
                   R"("paramStructure":"either")",
                   R"("params":[{"name":"path","description":"at least one point","required":true,)"
                   R"("schema":{"type":"array","items":{"$ref":"#/components/schemas/point"},)"
                   R"("minItems":1,"maxItems":1000}}])",
                   R"("result":{"name":"result","description":"the mean of its points",)"
                   R"("schema":{"$ref":"#/components/schemas/point"}})",
                   R"("examples":[{"name":"example 1","params":[{"name":"path",)"
                   R"("value":[{"x":0,"y":0},{"x":2,"y":4}]}],)"
                   R"("result":{"name":"result","value":{"x":1,"y":2}}}])"});
    expect_method("math.div",
                  {R"("errors":[{"code":1,"message":"division by zero"},{"code":-5,"message":)"
                   R"("another"}])",
                   R"("schema":{"type":"number","minimum":-1e+06,"maximum":1e+06})"});
    expect_method("geo.longest", {R"("description":"Of several that are alike\nthe first.")"});
    expect_method("old.one", {R"("deprecated":true,"x-blocking":true,"x-timeout-ms":1500,)",
                              R"("params":[])"});
    cr_expect(!has(method_of("math.div"), "x-"));
    expect_method("counter.advance", {R"("schema":{"type":"integer","x-format":"uint64",)"
                                      R"("minimum":1,"maximum":100,"default":1})"});
    expect_method("counter.reset", {R"("result":{"name":"result","schema":{"type":"null"}})"});
}

struct change {
    std::string sku;
};
constexpr auto describe(as<change>) { return fields{field("sku", &change::sku)}; }
topic<change> changes;
topic<std::int64_t> numbers;
constexpr api publishing{event<"changed", &changes>("A change.", keeps(8)),
                         event<"number", &numbers>("A number.", when_full::latest)};

Test(openrpc_document, an_event_has_its_payload_and_is_otherwise_a_method) {
    const std::string document = document_of(publishing);
    const char* const parts[] = {
        R"({"name":"since","description":"the seq of an event: those after it come first")",
        R"("result":{"name":"result","description":"the id of the subscription",)"
        R"("schema":{"type":"string"}},)"
        R"("x-event":{"payload":{"$ref":"#/components/schemas/change"},)"
        R"("keeps":8,"when_full":"end"}})",
        R"("x-event":{"payload":{"type":"integer",)", R"("when_full":"latest"})",
        R"("schemas":{"change":{)"};
    for (const char* part : parts)
        cr_expect(has(document, part), "%s in %s", part, document.c_str());
    cr_expect(!has(document, "x-tool"));
}

Test(openrpc_document, keyword_only_is_by_name) {
    expect_method("type.greatest",
                  {R"("paramStructure":"by-name")",
                   R"({"name":"known","description":"whether it is known","x-by-name-only":true,)"
                   R"("schema":{"type":"boolean","default":true}})",
                   R"("schema":{"type":"string","minLength":0,"maxLength":5,"default":"x"})",
                   R"("schema":{"anyOf":[{"type":"integer","x-format":"uint64","minimum":0,)"
                   R"("maximum":18446744073709551615},{"type":"null"}]})"});
    constexpr api late{method<"f", [](int a, int b) { return a + b; }>(
        "F.", arg("a") = 1, by_name_only, "b")};
    cr_expect(has(document_of(late), R"("params":[{"name":"b","required":true,)"), "first");
}

Test(openrpc_document, every_type_has_its_schema) {
    expect_method("geo.convert", {R"("schema":{"type":"array","items":[{"type":"number"},)"
                                  R"({"$ref":"#/components/schemas/unit"}],)"
                                  R"("additionalItems":false,)"
                                  R"("minItems":2,"maxItems":2})"});
    expect_method("geo.rotate", {R"("items":{"type":"integer","minimum":-2147483648,)"
                                 R"("maximum":2147483647},"minItems":3,"maxItems":3})"});
    expect_method("type.total", {R"("schema":{"type":"object","additionalProperties":{"type":)"
                                 R"("integer")"});
    expect_method("type.same", {R"("schema":{"anyOf":[{"type":"null"},{"type":"boolean"},)"
                                R"({"type":"number"},)"
                                R"({"type":"string"},{"type":"array")"});
    expect_method("type.same_json", {R"("schema":{}}])", R"("result":{"name":"result","schema":)"
                                                         R"({}})"});
}

Test(openrpc_document, structs_stand_in_components_once) {
    const std::string all = document_of(everything::table());
    const auto components = all.substr(all.find(R"("components")"));
    for (const char* part :
         {R"("point":{"title":"point","type":"object","properties":{"x":{"description":)"
          R"("to the east",)"
          R"("type":"number","minimum":-1000,"maximum":1000},"y":{"description":"to the north",)"
          R"("type":"number"}},"required":["x","y"],"additionalProperties":false})",
          R"("unit":{"title":"unit","type":"string","enum":["m","ft"]})",
          R"("in":{"description":"the unit of its points",)"
          R"("allOf":[{"$ref":"#/components/schemas/unit"}],"default":"m"})",
          R"("note":{"description":"anything else","anyOf":[{"type":"string"},{"type":"null"}]})",
          R"("required":["name","path"])",
          R"("folders":{"type":"array","items":{"type":"object","x-recursive":"folder"}})"})
        cr_expect(has(components, part), "%s in %s", part, components.c_str());
    cr_expect(components.find(R"("point":{)") == components.rfind(R"("point":{)"));
}

Test(openrpc_document, what_has_a_default_is_always_there_in_results) {
    expect_method("geo.longest", {R"("items":{"$ref":"#/components/schemas/route"})",
                                  R"("schema":{"$ref":"#/components/schemas/route_result"}})"});
    const std::string all = document_of(everything::table());
    const std::string_view result = std::string_view(all).substr(all.find(R"("route_result":{)"));
    const auto text = result.substr(0, result.find(R"("additionalProperties")"));
    cr_expect(has(text, R"("required":["name","path","in","lanes"])") && !has(text, "default"),
              "%s", std::string(text).c_str());
    cr_expect(has(all, R"("payment_result":{"title":"payment_result","oneOf":[)"
                       R"({"$ref":"#/components/schemas/transfer_result"},)"
                       R"({"$ref":"#/components/schemas/payment_card"},)"));
    cr_expect(!has(all, "point_result") && !has(all, "payment_card_result"));
}

Test(openrpc_document, limitations_of_the_tools_are_avoided) {
    for (const table& methods : {everything::table(), sample::table()}) {
        std::string text = document_of(methods);
        document read(json_depth_limit);
        cr_assert(read.parse(text));
        walk(read.root(), [&](value at) {
            if (!at.is(kind::object)) return;
            for (const auto m : at.members()) {
                const auto name = m.name.text();
                // Values of examples and defaults may be null, members may not.
                cr_expect(!m.value.is(kind::null) || name == "value", "%s",
                          std::string(name).c_str());
                cr_expect(name != "prefixItems" && name != "$defs" && name != "servers" &&
                          name != "summary_");
                // Ajv 6 throws on unknown formats.
                const auto format = name == "format" ? m.value.text() : "date";
                cr_expect(format == "date" || format == "date-time" || format == "uuid");
            }
        });
        cr_expect(!has(text, R"("name":"rpc.)"), "rpc.* is not listed");
        value list = read.root();
        for (const auto m : read.root().members())
            if (m.name.text() == "methods") list = m.value;
        for (const value m : list.items()) {
            cr_expect(has_member(m, "result") && has_member(m, "params") && has_member(m, "name"));
            cr_expect(!has_member(m, "$ref") && !has_member(m, "default"));
        }
    }
}

namespace other {
struct point {
    int z = 0;
};
constexpr auto describe(as<point>) { return fields{field{"z", &point::z}}; }
}  // namespace other

Test(openrpc_document, two_structs_of_one_name_are_distinguished) {
    constexpr api two{
        method<"a", [](everything::point) {}>("A.", "p"),
        method<"b", [](std::vector<other::point>) {}>("B.", "p"),
    };
    const std::string all = document_of(two);
    cr_expect(has(all, R"("schema":{"$ref":"#/components/schemas/point"})"));
    cr_expect(has(all, R"("items":{"$ref":"#/components/schemas/point2"})"));
    cr_expect(has(all, R"("point2":{"title":"point2","type":"object","properties":{"z")"));
}

Test(openrpc_document, the_description_of_the_program_is_info) {
    const callbox::api_info info{.title = "t", .version = "1", .description = "for \"you\""};
    cr_expect(has(openrpc::describe(sample::table(), info).document,
                  R"("info":{"title":"t","version":"1","description":"for \"you\"","x-contract")"));
}

Test(openrpc_document, the_contract_changes_with_the_document_alone) {
    const auto one = openrpc::describe(everything::table(), {.title = "t", .version = "1"});
    const auto again = openrpc::describe(everything::table(), {.title = "t", .version = "1"});
    const auto other = openrpc::describe(sample::table(), {.title = "t", .version = "1"});
    const auto later = openrpc::describe(everything::table(), {.title = "t", .version = "2"});
    cr_expect(one.contract.size() == 32);
    cr_expect(one.contract == again.contract && one.document == again.document);
    cr_expect(one.contract != other.contract);
    cr_expect(one.contract != later.contract);
    cr_expect(has(one.document, R"("x-contract":")" + one.contract + '"'));
}

Test(openrpc_document, is_called_like_any_method) {
    sample::counter state;
    const auto ask = [&](std::string_view rest) {
        return sample::answer(state, R"({"jsonrpc":"2.0","method":"rpc.discover",)" +
                                                  std::string(rest) + "}");
    };
    const std::string before = R"({"jsonrpc":"2.0","result":{"openrpc":"1.2.6",)";
    for (const char* rest : {R"("id":1)", R"("id":1,"params":[])", R"("id":1,"params":{})",
                             R"("id":1,"params":null)", R"("id":999999,"params":[])"})
        cr_expect(ask(rest).starts_with(before), "%s", rest);
    cr_expect(ask(R"("params":[])").empty(), "a notification");
    cr_expect(has(ask(R"("id":1,"params":[1])"), "too many parameters: at most 0, got 1"));
    cr_expect(has(ask(R"("id":1,"params":{"a":1})"), R"(unexpected parameter \"a\")"));
}

int nothing() { return 0; }
constexpr api tools{
    method<"a", nothing>("A.", reads_only, self_contained),
    method<"b", nothing>("B.", adds_only, idempotent, tool_name("bee"), title("The \"b\"")),
    method<"c", nothing>("C.", no_tool),
    method<"d", nothing>("D."),
};
constexpr api plain_rows{method<"a", nothing>("A."), method<"b", nothing>("B."),
                         method<"c", nothing>("C."), method<"d", nothing>("D.")};

Test(openrpc_document, a_method_has_its_attributes_for_ai_clients) {
    const std::string all = document_of(tools);
    cr_expect(has(all, R"("x-tool":{"annotations":{"readOnlyHint":true,"openWorldHint":false}}})"));
    cr_expect(has(all, R"("x-tool":{"name":"bee","title":"The \"b\"","annotations":)"
                       R"({"destructiveHint":false,"idempotentHint":true}}})"));
    cr_expect(has(all, R"("x-tool":{"hidden":true}})"));
    cr_expect(not has(all.substr(all.find(R"("name":"d")")), "x-tool"));
    cr_expect(not has(document_of(everything::table()), "x-tool"));
}

Test(openrpc_document, attributes_for_ai_clients_are_not_breaking_changes) {
    std::string before = document_of(plain_rows), after = document_of(tools);
    const auto found = openrpc::compare(before, after);
    cr_expect(found.problem.empty() && found.changes.empty(), "%s", found.problem.c_str());
}

}}  // namespace document_test
