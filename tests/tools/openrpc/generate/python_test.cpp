// The text of Python clients: types, names and docs. tests/clients/python uses them.
#include "generate/escaped.hpp"
#include "generate/generate.hpp"
#include "generate/python_text.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace python_test { namespace {

using namespace callbox::openrpc::generate;

std::string document(std::string_view methods, std::string_view schemas = "",
                     std::string_view title = "Some service") {
    return std::string(R"({"openrpc":"1.2.6","info":{"title":")")
        .append(title).append(R"(","version":"1"},"methods":[)").append(methods)
        .append(R"(],"components":{"schemas":{)").append(schemas).append("}}}");
}

std::string client(std::string text, const choices& chosen = {}) {
    service api;
    const std::string problem = read(text, api);
    cr_assert(problem.empty(), "%s", problem.c_str());
    return python::client(api, chosen);
}

// A method "m" with these additional members.
std::string method_with(std::string_view members) {
    return std::string(R"({"name":"m","params":[],)").append(members).append("}");
}

// The client of a method with a result of this schema.
std::string with_result(std::string_view schema, std::string_view schemas = "") {
    return client(document(method_with(std::string(R"("result":{"name":"r","schema":)")
                                      .append(schema).append("}")), schemas));
}

std::string with_params(std::string_view params, std::string_view more = "") {
    return client(document(std::string(R"({"name":"m","params":[)").append(params).append("]")
                               .append(more).append(R"(,"result":{"name":"r","schema":true}})")));
}

void says(const std::string& text, std::string_view wanted) {
    const std::string made = text.substr(text.find("        self._send = api._send"));
    cr_expect(made.find(wanted) != std::string::npos, "not in the client: %s\n%s",
              std::string(wanted).c_str(), made.c_str());
}

void has(const std::string& text, std::string_view part) {
    cr_expect(text.find(part) != std::string::npos, "not there: %s", std::string(part).c_str());
}

void does_not_say(const std::string& text, std::string_view unwanted) {
    cr_expect(text.find(unwanted) == std::string::npos, "in the client: %s",
              std::string(unwanted).c_str());
}

std::string line_of(const std::string& text) {
    code made;
    python::append_line(made, 4, escaped::make(text));
    return std::move(made).text();
}

std::string docstring_of(std::string_view text) {
    code made;
    python::append_docstring(made, 4, text);
    return std::move(made).text();
}

Test(openrpc_python, each_form_has_a_type) {
    const struct {
        std::string_view schema, type;
    } rows[] = {
        {"true", "Json"},
        {R"({"type":"null"})", "None"},
        {R"({"type":"boolean"})", "bool"},
        {R"({"type":"integer","minimum":0,"maximum":18446744073709551615})", "int"},
        {R"({"type":"number"})", "float"},
        {R"({"type":"string","format":"email"})", "str"},
        {R"({"type":"string","format":"date"})", "Date"},
        {R"({"type":"string","format":"date-time"})", "DateTime"},
        {R"({"type":"string","format":"uuid"})", "UUID"},
        {R"({"type":"string","contentEncoding":"base64"})", "bytes"},
        {R"({"enum":["a","b\"",1,true,null]})", R"(Literal["a", "b\"", 1, True, None])"},
        {R"({"type":"array","items":{"type":"string"}})", "List[str]"},
        {R"({"type":"array","items":[{"type":"string"},{"type":"integer"}],
             "additionalItems":false})", "Tuple[str, int]"},
        {R"({"type":"object","additionalProperties":{"type":"number"}})", "Dict[str, float]"},
        {R"({"type":["integer","null"]})", "Optional[int]"},
        {R"({"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]})",
         "Union[int, str, None]"},
    };
    for (const auto& row : rows)
        says(with_result(row.schema), "def m(self) -> " + std::string(row.type) + ":\n");
}

Test(openrpc_python, a_null_result_differs_from_no_result) {
    says(with_result(R"({"type":"null"})"), R"(        self._send(Call("m", [], _NoneType, {})))");
    says(client(document(method_with(R"("tags":[])"))),
         R"(        self._send(Call("m", [], None, {})))");
}

Test(openrpc_python, values_without_a_literal_have_a_plain_type) {
    says(with_result(R"({"enum":[1.5,2]})"), "-> float:");
    does_not_say(with_result(R"({"enum":[1.5,2]})"), "Literal[1.5");
    does_not_say(with_result(R"({"enum":[[1],{}]})"), "Literal[[");
}

Test(openrpc_python, an_object_is_a_dataclass) {
    const std::string text = with_result(R"({"$ref":"#/components/schemas/pet"})", R"("pet":{
        "type":"object","description":"A pet.","required":["name"],"properties":{
        "tag":{"type":"string","default":"x"},
        "name":{"type":"string","description":"how it is called"},
        "born":{"type":["string","null"],"format":"time"},
        "user-id":{"type":"integer"},"class":{"type":"integer"},"":{"type":"integer"},
        "1st":{"type":"integer"},"__proto__":{"type":"integer"},"userId":{"type":"integer"}}})");
    says(text, "@dataclasses.dataclass\nclass Pet:\n    \"\"\"A pet.\n\n"
               "    name: how it is called\n    tag: (default: \"x\")\n    born: (time)\n"
               "    \"\"\"\n\n    name: str\n    tag: Optional[str] = None\n"
               "    born: Union[str, None, Null] = None\n");
    const struct {
        std::string_view name, sent;
    } rows[] = {{"user_id", "user-id"}, {"class_", "class"},    {"value", ""},
                {"_1st", "1st"},        {"proto", "__proto__"}, {"user_id_2", "userId"}};
    for (const auto& row : rows)
        says(text, "    " + std::string(row.name) +
                       ": Optional[int] = dataclasses.field(default=None, metadata={\"name\": \"" +
                       std::string(row.sent) + "\"})\n");
}

Test(openrpc_python, a_tag_has_a_fixed_value_and_is_no_argument) {
    const std::string text = with_result(R"({"$ref":"#/components/schemas/shape"})", R"("shape":{
        "oneOf":[{"$ref":"#/components/schemas/dot"},{"$ref":"#/components/schemas/all"}]},
        "dot":{"type":"object","required":["kind","x"],"properties":{
            "x":{"type":"number"},"kind":{"const":"dot"}}},
        "all":{"type":"object","required":["kind","of"],"properties":{"kind":{"const":"all"},
            "of":{"type":"array","items":{"$ref":"#/components/schemas/shape"}}}})");
    says(text, "class Dot:\n    \"\"\"Members: kind, x.\"\"\"\n\n"
               "    kind: Literal[\"dot\"] = dataclasses.field(default=\"dot\", init=False)\n"
               "    x: float\n");
    says(text, "    of: List[Shape]\n");
    says(text, "\n\n\nShape = Union[Dot, All]\n");
}

Test(openrpc_python, optional_values_can_be_omitted) {
    constexpr std::string_view optional =
        R"({"name":"a","schema":{"type":"integer"}},)"
        R"({"name":"b","schema":{"type":["integer","null"]}})";
    std::string text = with_params(optional);
    says(text, "def m(self, a: Optional[int] = None, b: Union[int, None, Null] = None)");
    says(text, R"(_params({"a": _given(a), "b": _given(b)}, {}), Json, {})))");
    text = with_params(optional, R"(,"paramStructure":"by-position")");
    says(text, R"(_params({"a": _given(a), "b": _given(b)}, None), Json, {})))");
    text = with_params(optional, R"(,"paramStructure":"by-name")");
    says(text, "def m(self, *, a: Optional[int] = None, b: Union[int, None, Null] = None)");
    says(text, R"(_params({}, {"a": _given(a), "b": _given(b)}), Json, {})))");
}

Test(openrpc_python, required_values_are_sent_unchanged) {
    constexpr std::string_view required =
        R"({"name":"user-id","required":true,"schema":{"type":["integer","null"]}},)"
        R"({"name":"self","required":true,"schema":{"type":"string"}})";
    std::string text = with_params(required);
    says(text, "def m(self, user_id: Optional[int], self_: str) -> Json:\n"
               "        \"\"\"Calls m.\"\"\"\n"
               "        return self._send(Call(\"m\", [user_id, self_], Json, {}))\n");
    text = with_params(required, R"(,"paramStructure":"by-name")");
    says(text, "def m(self, *, user_id: Optional[int], self_: str) -> Json:\n"
               "        \"\"\"Calls m.\"\"\"\n"
               "        return self._send("
               "Call(\"m\", {\"user-id\": user_id, \"self\": self_}, Json, {}))\n");
}

Test(openrpc_python, methods_are_in_groups) {
    const std::string text = client(document(
        R"({"name":"a","params":[]},{"name":"a.b.c","params":[]},{"name":"a.B","params":[]},)"
        R"({"name":"a.import","params":[]},{"name":"batch","params":[]},)"
        R"({"name":"über","params":[]})"));
    says(text, "class ABMethods(_Group):\n    \"\"\"The methods of a.b.\"\"\"\n\n    def c(self)");
    says(text, "        self.b = ABMethods(api)\n\n    def b_2(self)");
    says(text, "Call(\"a.B\", ");
    says(text, "def import_(self)");
    says(text, "        self.a = AMethods(self)\n");
    says(text, "def a_2(self)");
    says(text, "def batch_(self)");
    says(text, "def ber(self) -> None:\n        \"\"\"Calls über.\"\"\"\n"
               "        self._send(Call(\"über\", ");
}

Test(openrpc_python, classes_avoid_names_of_the_client) {
    const std::string text = with_result(R"({"$ref":"#/components/schemas/failure"})", R"(
        "failure":{"type":"object","required":["list","m"],"properties":{
            "list":{"$ref":"#/components/schemas/list"},
            "m":{"$ref":"#/components/schemas/Call"}}},
        "list":{"type":"object","properties":{"x":{"type":"null"}}},
        "Call":{"type":"object","properties":{"x":{"type":"null"}}})");
    for (const std::string_view name : {"class Failure_:", "class List_:", "class Call_:"})
        says(text, name);
}

Test(openrpc_python, classes_are_exported) {
    const std::string text = client(document(
        R"({"name":"a.b","params":[],"errors":[{"code":1,"message":"no"}],)"
        R"("result":{"name":"r","schema":{"title":"Any","type":"object",)"
        R"("properties":{"x":{"type":"null"}}}}})"));
    for (const std::string_view name : {"SomeService", "Any_", "Error1", "AMethods", "Failure"})
        has(text, "\n    \"" + std::string(name) + "\",\n");
    has(client(document(R"({"name":"m","params":[]})", "", "m")),
        "\n__all__ = [\"M\", \"Call\", \"CallError\", \"ConnectionLost\", \"Failure\", \"Got\", "
        "\"NotConnected\", \"TimedOut\"]\n");
}

Test(openrpc_python, a_one_line_doc_ends_with_a_period) {
    cr_expect(python::sentence("Does it") == "Does it.");
    for (const std::string_view text : {"Does it.", "Does it!", "Does it?", "", "\n", "a\nb"})
        cr_expect(python::sentence(text) == text);
    cr_expect(python::sentence("Does it.  ") == "Does it.  ");
    cr_expect(python::sentence("Does it  \n") == "Does it.");
}

Test(openrpc_python, the_client_is_named_by_choice_or_title) {
    const std::string text = document("");
    says(client(text), "class SomeService(contextlib.AbstractContextManager[\"SomeService\"]):\n");
    says(client(text, {.name = "HTTPApi"}), "class HTTPApi(");
    says(client(text, {.name = "json"}), "class Json_(");
    says(client(text, {.name = "_Client"}), "class Client(");
    says(client(document("", "", "日本")), "class Client(");
    says(client(document("", "", "2nd")), "class _2nd(");
}

Test(openrpc_python, a_code_has_one_class) {
    constexpr std::string_view form =
        R"({"name":"$","params":[],"errors":[{"code":404,"message":"gone"},)"
        R"({"code":-1,"message":"$"}]})";
    std::string methods(form);
    methods.replace(methods.find('$'), 1, "a").replace(methods.find('$'), 1, "first");
    methods.append(",").append(form);
    methods.replace(methods.find('$'), 1, "b").replace(methods.find('$'), 1, "second");
    const std::string text = client(document(methods));
    says(text, "class ErrorMinus1(CallError):\n    \"\"\"Error -1.\"\"\"\n\n\n"
               "class Error404(CallError):\n    \"\"\"Error 404: gone.\"\"\"\n");
    says(text, "{404: Error404, -1: ErrorMinus1}))");
    says(text, "        \"\"\"Calls a. Raises Error404, ErrorMinus1 (first).\"\"\"\n");
}

Test(openrpc_python, docs_have_what_types_cannot_express) {
    const std::string text = client(document(
        R"({"name":"m","summary":"Does it.","deprecated":true,"params":[{"name":"day",)"
        R"("description":"one\ntwo","schema":{"type":"string","format":"time","default":"x"}}]})"));
    says(text, "        \"\"\"Deprecated. Does it.\n\n"
               "        day: one\n            two (time; default: \"x\")\n        \"\"\"\n"
               "        _warn(\"m is deprecated\", DeprecationWarning)\n");
}

Test(openrpc_python, a_short_doc_is_one_line) {
    constexpr std::string_view with_error =
        R"({"name":"m","summary":"$","params":[],"errors":[{"code":1,"message":"no"}]})";
    std::string method(with_error);
    says(client(document(method.replace(method.find('$'), 1, "Does it."))),
         "        \"\"\"Does it. Raises Error1.\"\"\"\n");
    method = with_error;
    const std::string doc = std::string(75, 'o') + ".";
    says(client(document(method.replace(method.find('$'), 1, doc))),
         "        \"\"\"" + doc + "\n\n        Raises Error1.\n        \"\"\"\n");
}

Test(openrpc_python, no_doc_ends_its_docstring) {
    const struct {
        std::string_view text, written;
    } rows[] = {
        {"", ""},
        {" \n", ""},
        {"plain", "    \"\"\"plain\"\"\"\n"},
        {"a \"b\" c", "    \"\"\"a \"b\" c\"\"\"\n"},
        {"\"a\"", "    \"\"\"\"a\"\n    \"\"\"\n"},
        {"\"", "    \"\"\"\"\n    \"\"\"\n"},
        {"\"\"\"", "    \"\"\"\"\"\\\"\n    \"\"\"\n"},
        {"a\"\"\"b\"\"\"\"", "    \"\"\"a\"\"\\\"b\"\"\\\"\"\n    \"\"\"\n"},
        {"\\", "    \"\"\"\\\\\"\"\"\n"},
        {"\\\"\"\"x", "    \"\"\"\\\\\"\"\\\"x\"\"\"\n"},
        {"a\nb\\", "    \"\"\"a\n    b\\\\\n    \"\"\"\n"},
        {"a\rb\x01\tc\x7f", "    \"\"\"a b  c\"\"\"\n"},
        {"a\n\n\nb\n\n", "    \"\"\"a\n\n\n    b\n    \"\"\"\n"},
    };
    for (const auto& row : rows)
        cr_expect(docstring_of(row.text) == row.written, "%s became %s",
                  std::string(row.text).c_str(), docstring_of(row.text).c_str());
}

Test(openrpc_python, no_title_ends_its_comment) {
    const std::string text = client(document("", "", R"(a\nimport os\r\u000cimport sys)"));
    const std::size_t third = text.find('\n', text.find('\n') + 1) + 1;
    cr_expect(text.substr(third).starts_with("# a import os  import sys 1\nfrom __future__"), "%s",
              text.substr(0, 200).c_str());
}

Test(openrpc_python, texts_are_literals) {
    using callbox::kind;
    cr_expect(python::literal("a\"\\\n\r\t\x01\x7fé").view() ==
              R"("a\"\\\n\u000d\u0009\u0001\u007fé")");
    cr_expect(python::literal("\xe2\x80\xae\xc2\x85").view() == R"("\u202e\u0085")");
    cr_expect(python::literal({kind::integer, "18446744073709551616"}).view() ==
              "18446744073709551616");
    cr_expect(python::literal({kind::null, "null"}).view() == "None");
    cr_expect(python::literal({kind::boolean, "false"}).view() == "False");
    cr_expect(python::literal({kind::string, "a"}).view() == "\"a\"");
}

Test(openrpc_python, long_lines_break_within_their_first_brackets) {
    const std::string a(50, 'a');
    const std::string b(50, 'b');
    cr_expect(line_of("f(" + a + ")") == "    f(" + a + ")\n");
    cr_expect(line_of("def f(" + a + ", x) -> " + b + ":") ==
              "    def f(\n        " + a + ", x\n    ) -> " + b + ":\n");
    cr_expect(line_of("f(" + a + ", [x, y], " + b + ")") ==
              "    f(\n        " + a + ",\n        [x, y],\n        " + b + ",\n    )\n");
    cr_expect(line_of("f(\"(," + a + "\\\"\", \"" + b + "\")") ==
              "    f(\n        \"(," + a + "\\\"\",\n        \"" + b + "\",\n    )\n");
    cr_expect(line_of("f()[" + a + b + "]") == "    f()[\n        " + a + b + "\n    ]\n");
    cr_expect(line_of(a + b) == "    " + a + b + "\n");
}

Test(openrpc_python, unneeded_parts_of_the_client_are_omitted) {
    const std::string least = client(document(R"({"name":"m","params":[]})"));
    for (const std::string_view part : {"class Null", "NULL", "_given", "_plain", "ForwardRef",
                                        "kind is float", "Json", "_warn", "UUID", "#:"})
        does_not_say(least, part);
    has(with_result(R"({"type":"number"})"), "kind is float");
    has(with_result("true"), "    Json = Any\n");
    const std::string dated = with_result(R"({"type":"string","format":"date"})");
    for (const std::string_view part : {"def _date_time", "def _plain"}) has(dated, part);
    does_not_say(dated, "_members");
    const std::string more = with_params(R"({"name":"a","schema":{"type":"integer"}})");
    for (const std::string_view part : {"class Null", "def _given"}) has(more, part);
    does_not_say(more, "_members");
    const std::string all = with_result(R"({"type":"array","items":{"type":"string"}})");
    for (const std::string_view part : {"class Null", "def _plain", "ForwardRef"}) has(all, part);
    does_not_say(all, "#:");
}

Test(openrpc_generate_python, methods_of_an_asynchronous_client_are_coroutines) {
    choices chosen;
    chosen.is_async = true;
    const std::string text = client(
        document(method_with(R"("result":{"name":"r","schema":{"type":"integer"}})") + "," +
                 R"({"name":"old","params":[],"deprecated":true})" + "," +
                 R"({"name":"a.n","params":[]})"), chosen);
    says(text, "    async def m(self) -> int:\n        \"\"\"Calls m.\"\"\"\n"
               "        return await self._send(Call(\"m\", [], int, {}))\n");
    says(text, "    def old(self) -> Coroutine[Any, Any, None]:\n");
    says(text, "        _warn(\"old is deprecated\", DeprecationWarning)\n"
               "        return self._send(Call(\"old\", [], None, {}))\n");
    says(text, "    async def n(self) -> None:\n");
    says(text, "        await self._send(Call(\"a.n\", [], None, {}))\n");
    says(text, "class SomeService(contextlib.AbstractAsyncContextManager[\"SomeService\"]):\n");
    says(text, "    async with SomeService(\"http://127.0.0.1:8080/api\", timeout=2) as api:\n");
    for (const std::string_view part : {"#:", "threading", "_Client"}) does_not_say(text, part);
}

Test(openrpc_generate_python, a_word_that_is_too_long_has_its_own_line) {
    const std::string word(120, 'x');
    says(client(document(method_with(R"("description":"one )" + word + R"( two","result":{)"
                                     R"("name":"r","schema":true})"))),
         "one\n        " + word + "\n        two.\n");
}

}}  // namespace python_test
