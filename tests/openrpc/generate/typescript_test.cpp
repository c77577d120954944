#include "openrpc/generate/generate.hpp"
#include "openrpc/generate/escaped.hpp"
#include "openrpc/generate/typescript_text.hpp"

#include <callbox/version.hpp>

#include <algorithm>
#include <criterion/criterion.h>
#include <string>
#include <string_view>

namespace {

using namespace callbox::openrpc::generate;
using namespace callbox::openrpc::generate::typescript_text;

std::string client_of(std::string_view methods, std::string_view schemas = "{}",
                      const choices& how = {}) {
    std::string document = R"({"openrpc":"1.3.2","info":{"title":"Pet shop","version":"1.0.0"},)"
                           R"("methods":)";
    document.append(methods).append(R"(,"components":{"schemas":)").append(schemas).append("}}");
    service made;
    const std::string fault = read(document, made);
    cr_assert(fault.empty(), "%s", fault.c_str());
    return typescript(made, how);
}

// The line of a method whose one parameter and result have this schema.
std::string line_of(std::string_view schema, const choices& how = {}) {
    const std::string all =
        client_of(R"([{"name":"m","params":[{"name":"a","required":true,"schema":)" +
                      std::string(schema) + R"(}],"result":{"name":"r","schema":)" +
                      std::string(schema) + "}}]",
                  "{}", how);
    const std::size_t from = all.find("  readonly m = ");
    return all.substr(from + 15, all.find(";\n}\n", from) - from - 15);
}

void holds(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) != std::string::npos, "%s\nis not in\n%s",
              std::string(part).c_str(), text.c_str());
}

void lacks(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) == std::string::npos, "%s\nis in\n%s", std::string(part).c_str(),
              text.c_str());
}

std::string comment(std::string_view text, constant tag = "") {
    return doc_comment({{.tag = tag, .text = std::string(text)}}, 0).text();
}

std::string laid(const std::string& flat, std::size_t indent) {
    return laid_out(escaped::make(flat), indent).text();
}

constexpr std::string_view one = R"([{"name":"m","params":[],"result":{"name":"r","schema":{}}}])";

}  // namespace

Test(openrpc_generate_typescript, head_says_whose_client_it_is) {
    service api{.title = "Shop", .version = "2.1", .doc = "Sells.", .contract = "c0ffee"};
    const std::string made = typescript(api, {});
    holds(made, "/**\n * A client of Shop 2.1.\n *\n * Sells.\n *\n * callbox-openrpc " +
                    std::string(callbox::version) +
                    " made it of the contract c0ffee. Make it again, don't edit it.\n */\n");
}

Test(openrpc_generate_typescript, class_is_named_by_choice_or_by_title) {
    holds(client_of(one), "export class PetShop extends Methods<\"call\">");
    holds(client_of(one, "{}", {.name = "Zoo"}), "export class Zoo extends ");
    holds(client_of(one, "{}", {.name = "my zoo"}), "export class MyZoo extends ");
    holds(client_of(one, "{}", {.name = "Json"}), "export class Json_ extends ");
    service api{.title = "\xc3\xbc"};
    holds(typescript(api, {}), "export class Client extends ");
}

Test(openrpc_generate_typescript, no_doc_ends_its_comment) {
    service api{.title = "*/ a", .version = "*/\n*/", .doc = "**/*/\n/*/ \\*/\n*\n/"};
    api.methods = {
        {.name = "m", .path = {"m"}, .doc = "*/\r\n\t*/", .errors = {{1, "*/"}}}};
    api.methods[0].params.push_back({.name = "a", .schema = &api.types.emplace_back(), .doc = "*/",
                                     .fallback = "\"*/\""});
    const std::string made = typescript(api, {});
    const std::string own = made.substr(0, made.find("// From here on"));
    std::size_t at = 0;
    for (std::size_t end = own.find("*/"); end != std::string::npos; end = own.find("*/", at)) {
        const std::size_t begin = own.find("/**", at);
        cr_expect(begin < end);
        const std::size_t line = own.rfind('\n', end);
        cr_expect(own.compare(end - 1, 4, " */\n") == 0, "%s", own.substr(line).c_str());
        at = end + 2;
    }
}

Test(openrpc_generate_typescript, doc_makes_no_tag) {
    cr_expect(comment("@deprecated\n a @b c@d\n\n") ==
              "/**\n * \\@deprecated\n *  a \\@b c@d\n */\n");
    cr_expect(comment("*/ x", "@param ") == "/** @param *\\/ x */\n");
    cr_expect(comment("", "@deprecated") == "/** @deprecated */\n");
}

Test(openrpc_generate_typescript, control_characters_are_blanks_in_docs) {
    cr_expect(comment(std::string_view("a\0b\x1b\tc\x01", 7)) == "/** a b  c */\n");
    cr_expect(comment("a\xe2\x80\xae" "b\xe2\x80\xa8") == "/** a\\u202eb\\u2028 */\n");
}

Test(openrpc_generate_typescript, each_form_has_a_type_and_a_reader) {
    const struct {
        std::string_view schema, line;
    } rows[] = {
        {"{}", R"((a: Json) => this.#send<Json>("m", [a], json.any))"},
        {R"({"type":"null"})", R"((a: null) => this.#send<null>("m", [a], json.null))"},
        {R"({"type":"boolean"})", R"((a: boolean) => this.#send<boolean>("m", [a], json.boolean))"},
        {R"({"type":"integer","minimum":0,"maximum":9})",
         R"((a: number) => this.#send<number>("m", [a], json.integer))"},
        {R"({"type":"integer","minimum":0,"maximum":18446744073709551615})",
         R"((a: bigint | number) => this.#send<bigint>("m", [a], json.bigint))"},
        {R"({"type":"number"})", R"((a: number) => this.#send<number>("m", [a], json.number))"},
        {R"({"type":"string"})", R"((a: string) => this.#send<string>("m", [a], json.text))"},
        {R"({"enum":["a","b\"",1]})",
         R"((a: "a" | "b\"" | 1) =>
    this.#send<"a" | "b\"" | 1>("m", [a], json.choice("a", "b\"", 1)))"},
        {R"({"type":"array","items":{"type":"string"}})",
         R"((a: readonly string[]) => this.#send<string[]>("m", [a], json.list(json.text)))"},
        {R"({"type":"array","items":{"type":["string","null"]}})",
         R"((a: readonly (string | null)[]) =>
    this.#send<(string | null)[]>("m", [a], json.list(json.nullable(json.text))))"},
        {R"({"type":"array","items":{"type":"array","items":{"type":"string"}}})",
         R"((a: readonly (readonly string[])[]) =>
    this.#send<string[][]>("m", [a], json.list(json.list(json.text))))"},
        {R"({"type":"array","items":[{"type":"string"},{"type":"string"}],)"
         R"("additionalItems":false,"minItems":2,"maxItems":2})",
         R"((a: readonly [string, string]) =>
    this.#send<[string, string]>("m", [a], json.tuple(json.text, json.text)))"},
        {R"({"type":"object","additionalProperties":{"type":"string"}})",
         R"((a: { [name: string]: string }) =>
    this.#send<{ [name: string]: string }>("m", [a], json.map(json.text)))"},
        {R"({"anyOf":[{"type":"string"},{"type":"boolean"}]})",
         R"((a: string | boolean) =>
    this.#send<string | boolean>("m", [a], json.either(json.text, json.boolean)))"},
    };
    for (const auto& row : rows) {
        const std::string line = line_of(row.schema);
        cr_expect(line == row.line, "%s", line.c_str());
    }
}

Test(openrpc_generate_typescript, wide_integers_are_what_was_chosen) {
    constexpr std::string_view wide =
        R"({"type":"integer","minimum":0,"maximum":18446744073709551615})";
    cr_expect(line_of(wide, {.wide = wide_integers::as_number}) ==
              R"((a: number) => this.#send<number>("m", [a], json.integer))");
    cr_expect(line_of(wide, {.wide = wide_integers::as_string}) ==
              "(a: string) => this.#send<string>(\"m\", [json.out(json.digits, a)], json.digits)");
}

Test(openrpc_generate_typescript, literals_beyond_2_53_are_bigints) {
    holds(line_of(R"({"enum":[9007199254740991,9007199254740992,-9007199254740993]})"),
          "9007199254740991 | 9007199254740992n | -9007199254740993n");
}

Test(openrpc_generate_typescript, objects_have_readers_that_results_need) {
    const std::string made = client_of(
        R"([{"name":"m","params":[{"name":"a","schema":{"$ref":"#/components/schemas/taken"}}],)"
        R"("result":{"name":"r","schema":{"$ref":"#/components/schemas/given"}}}])",
        R"({"taken":{"type":"object","properties":{"x":{"type":"string"}}},)"
        R"("given":{"type":"object","description":"Given.","required":["user-id"],"properties":{)"
        R"("user-id":{"type":"string","format":"uuid","description":"whose"},)"
        R"("__proto__":{"type":"boolean"},"class":{"type":"number"}}}})");
    holds(made, "export interface Taken {\n  x?: string;\n}\n");
    holds(made, "/** Given. */\nexport interface Given {\n  /** whose (uuid) */\n"
                "  \"user-id\": string;\n  __proto__?: boolean;\n  class?: number;\n}\n");
    holds(made, "const Given: Is = json.object(\n"
                "  { \"user-id\": json.text, [\"__proto__\"]: json.boolean, class: json.number },\n"
                "  [\"__proto__\", \"class\"],\n);\n");
    lacks(made, "const Taken");
}

Test(openrpc_generate_typescript, circles_are_read_later) {
    const std::string made = client_of(
        R"([{"name":"m","params":[],"result":{"name":"r","schema":)"
        R"({"$ref":"#/components/schemas/node"}}}])",
        R"({"node":{"type":"object","required":["all"],"properties":{"all":{"type":"array",)"
        R"("items":{"$ref":"#/components/schemas/node"}}}}})");
    holds(made, "export interface Node {\n  all: Node[];\n}\n");
    holds(made, "const Node: Is = json.object({ all: json.list((value, at) => "
                "Node(value, at)) });\n");
}

Test(openrpc_generate_typescript, names_are_safe_and_sent_as_they_are) {
    const std::string made = client_of(
        R"([{"name":"a","params":[{"name":"class","required":true,"schema":{}},)"
        R"({"name":"json","required":true,"schema":{}},{"name":"b-c","required":true,"schema":{}},)"
        R"({"name":"bC","required":true,"schema":{}},{"name":"1","required":true,"schema":{}},)"
        R"({"name":"options","required":true,"schema":{}}]},{"name":"a.delete","params":[]},)"
        R"({"name":"notify","params":[]},{"name":"then","params":[]},)"
        R"({"name":"\"\\\n","params":[]}])");
    holds(made, "(class_: Json, json_: Json, bC: Json, bC_2: Json, _1: Json, options_: Json) =>\n"
                "    this.#send<void>(\"a\", [class_, json_, bC, bC_2, _1, options_]);\n");
    holds(made, "  readonly a = {\n    delete: () => this.#send<void>(\"a.delete\", []),\n  };\n");
    holds(made, "  readonly notify_ = () => this.#send<void>(\"notify\", []);\n");
    holds(made, "  readonly then_ = ");
    holds(made, "this.#send<void>(\"\\\"\\\\\\n\", [])");
}

Test(openrpc_generate_typescript, types_never_take_names_that_the_client_uses) {
    const std::string made = client_of(
        R"([{"name":"m","params":[],"result":{"name":"r","schema":)"
        R"({"$ref":"#/components/schemas/promise"}}}])",
        R"({"promise":{"type":"object","properties":{"a":{"type":"string"}}}})");
    holds(made, "export interface Promise_ {");
}

Test(openrpc_generate_typescript, arguments_are_left_out_or_given_by_name) {
    service api;
    const type& text = api.types.emplace_back(type{.form = form::text});
    const auto line = [&](std::vector<member> params, bool by_position = true,
                          bool by_name = true) {
        api.methods = {{.name = "m", .path = {"m"}, .params = std::move(params),
                        .by_position = by_position, .by_name = by_name}};
        const std::string all = typescript(api, {});
        const std::size_t from = all.find("  readonly m = ") + 15;
        return all.substr(from, all.find(";\n}\n", from) - from);
    };
    const member a{.name = "a", .schema = &text, .required = true};
    const member b{.name = "b c", .schema = &text};
    const member only{.name = "d", .schema = &text, .by_name_only = true};
    const member must{.name = "d", .schema = &text, .required = true, .by_name_only = true};
    const struct {
        std::string made, wanted;
    } rows[] = {
        {line({a, b}), "(a: string, bC?: string) =>\n"
                       "    this.#send<void>(\"m\", json.params([a, bC], [\"a\", \"b c\"]))"},
        {line({b, a}), "(bC: string | undefined, a: string) =>\n"
                       "    this.#send<void>(\"m\", json.params([bC, a], [\"b c\", \"a\"]))"},
        {line({a, b}, true, false),
         "(a: string, bC?: string) => this.#send<void>(\"m\", json.params([a, bC]))"},
        {line({a, b}, false), "(options: { a: string; \"b c\"?: string }) => "
                              "this.#send<void>(\"m\", options)"},
        {line({only}), "(options: { d?: string } = {}) => this.#send<void>(\"m\", options)"},
        {line({a, only}), "(a: string, options: { d?: string } = {}) =>\n"
                          "    this.#send<void>(\"m\", json.params([a], [\"a\"], options))"},
        {line({b, must}), "(bC: string | undefined, options: { d: string }) =>\n"
                          "    this.#send<void>(\"m\", json.params([bC], [\"b c\"], options))"},
    };
    for (const auto& row : rows) cr_expect(row.made == row.wanted, "%s", row.made.c_str());
}

Test(openrpc_generate_typescript, docs_tell_of_parameters_errors_and_deprecation) {
    service api;
    const type& day = api.types.emplace_back(type{.form = form::text, .format = "date"});
    api.methods = {{.name = "m", .path = {"m"}, .doc = "Does.\n\nWell.", .deprecated = true,
                    .result = &day, .errors = {{-5, "why"}, {7, ""}}}};
    api.methods[0].params = {{.name = "a", .schema = &day, .required = true, .doc = "when"},
                             {.name = "b", .schema = &day, .fallback = "\"x\"",
                              .by_name_only = true}};
    const std::string made = typescript(api, {});
    holds(made, "  /**\n   * Does.\n   *\n   * Well.\n   * @param a when (date)\n"
                "   * @param options.b date, by default \"x\"\n   * @returns date\n"
                "   * @throws CallError -5: why\n   * @throws CallError 7\n"
                "   * @deprecated\n   */\n");
    holds(made, "json.text, {\n      \"-5\": json.any,\n      7: json.any,\n    });\n");
    holds(made, "export interface Errors {\n  m: CallError<-5> | CallError<7>;\n}\n");
}

Test(openrpc_generate_typescript, functions_that_nothing_calls_are_left_out) {
    const std::string few = client_of(one);
    holds(few, "  any: scalar(");
    for (const std::string_view name : {"  list:", "  tuple:", "  digits:", "  params:", "  out:",
                                        "  object:", "// By position"})
        lacks(few, name);
    holds(few, "\n};\n\n// Stands before");
}

Test(openrpc_generate_typescript, tagged_unions_are_unions_of_their_parts) {
    service api;
    const type& cat = api.types.emplace_back(
        type{.form = form::choice, .values = {{callbox::kind::string, "cat"}}});
    type& pet = api.types.emplace_back(type{.form = form::object, .words = {"cat"}});
    pet.members = {{.name = "kind", .schema = &cat, .required = true}};
    type& none = api.types.emplace_back(type{.form = form::object, .words = {"none"}});
    const type& all = api.types.emplace_back(
        type{.form = form::either, .words = {"pet"}, .parts = {&pet, &none}, .tag = "kind"});
    api.named = {&pet, &none, &all};
    api.methods = {{.name = "m", .path = {"m"}, .result = &all}};
    const std::string made = typescript(api, {});
    holds(made, "export interface Cat {\n  kind: \"cat\";\n}\n");
    holds(made, "export interface None {}\n");
    holds(made, "export type Pet = Cat | None;\n");
    holds(made, "const Pet: Is = json.either(Cat, None);\n");
}

Test(openrpc_generate_typescript, lines_have_100_columns_at_most) {
    std::string params;
    for (int i = 0; i < 30; ++i)
        params += (i == 0 ? "" : ",") + (R"({"name":"parameter)" + std::to_string(i)) +
                  R"(","description":"words that take much room when they stand together",)"
                  R"("schema":{"enum":["one","two","three","four","five","six","seven","eight",)"
                  R"("nine","ten","eleven","twelve","thirteen"]}})";
    const std::string made = client_of(
        R"([{"name":"m","params":[)" + params + R"(],"result":{"name":"r","schema":)"
        R"({"type":"array","items":{"type":"object","properties":{"a":{},"b":{}}}}}}])");
    std::size_t from = 0;
    for (std::size_t end = made.find('\n'); end != std::string::npos; end = made.find('\n', from)) {
        cr_expect(end - from <= 100, "%s", made.substr(from, end - from).c_str());
        from = end + 1;
    }
    cr_expect(from == made.size());
}

Test(openrpc_generate_typescript, layout_does_not_look_into_strings) {
    const std::string text(90, 'x');
    cr_expect(laid("f(\"(" + text + "\\\", \", b)", 2) ==
              "  f(\n    \"(" + text + "\\\", \",\n    b,\n  )");
}

Test(openrpc_generate_typescript, a_body_follows_broken_parameters_if_it_has_room) {
    const std::string name(50, 'x'), broken = "f(\n  " + name + ",\n  " + name + ",\n) =>";
    const std::string head = "f(" + name + ", " + name + ") => ";
    const std::string longest(95, 'y');
    cr_expect(laid(head + "y", 0) == broken + " y");
    cr_expect(laid(head + longest, 0) == broken + " " + longest);
    cr_expect(laid(head + longest + "y", 0) == broken + "\n  " + longest + "y");
}

Test(openrpc_generate_typescript, groups_lie_in_groups) {
    const std::string made = client_of(
        R"([{"name":"a.b.c","params":[],"result":{"name":"r","schema":{}}}])");
    holds(made, "  readonly a = {\n    b: {\n"
                "      c: () => this.#send<Json>(\"a.b.c\", [], json.any),\n    },\n  };\n");
}

Test(openrpc_generate_typescript, docs_of_several_lines_are_indented) {
    const std::string made = client_of(
        R"([{"name":"m","params":[{"name":"a","description":"one\n\ntwo","schema":{}}],)"
        R"("result":{"name":"r","schema":{}}}])");
    holds(made, "   * @param a one\n   *\n   *   two\n");
}
