#include "diff/contract.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace {

using std::string;
using std::string_view;

string document_of(string_view methods, string_view schemas) {
    return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[)" +
           string(methods) + R"(],"components":{"schemas":{)" + string(schemas) + "}}}";
}

// Empty when there is none.
string problem_of(string text) {
    callbox::openrpc::contract::terms ignored;
    return callbox::openrpc::contract::read(text, ignored);
}

void expect_problem(string_view text, string_view wanted) {
    const string got = problem_of(string(text));
    cr_expect(got == wanted, "%s\nin place of: %s\nof %s", got.c_str(), string(wanted).c_str(),
              string(text).c_str());
}

void expect_no_document(string_view methods, string_view wanted, string_view schemas = "") {
    expect_problem(document_of(methods, schemas), "not an OpenRPC document: " + string(wanted));
}

}  // namespace

Test(openrpc_contract, what_is_not_json_tells_where) {
    expect_problem("", "not JSON: line 1, column 1: expected a value");
    expect_problem("{\n \"a\":\n}", "not JSON: line 3, column 1: expected a value");
    cr_expect(problem_of("{\"\xff\":1}").starts_with("not JSON: line 1, column 3"));
    cr_expect(problem_of(string(5000, '[')).starts_with("not JSON: line 1, column 10"));
}

Test(openrpc_contract, what_is_no_openrpc_document_says_why) {
    const auto wrong = [](string_view text, string_view wanted) {
        expect_problem(text, "not an OpenRPC document: " + string(wanted));
    };
    wrong("[]", "it is of type array");
    wrong("null", "it is of type null");
    wrong("{}", "it has no \"openrpc\", a version");
    wrong(R"({"openrpc":1})", "\"openrpc\" has to be of type string, and is of type integer");
    wrong(R"({"openrpc":"1.2.6"})", "it has no \"methods\"");
    wrong(R"({"openrpc":"1.2.6","methods":[]})", "it has no \"info\"");
    wrong(R"({"openrpc":"1","info":{"version":""},"methods":[]})", "\"info\" has no \"title\"");
    wrong(R"({"openrpc":"1","info":{"title":""},"methods":[]})", "\"info\" has no \"version\"");
    wrong(R"({"openrpc":"1","info":{"title":"","version":""},"methods":{}})",
          "\"methods\" has to be of type array, and is of type object");
    wrong(R"({"openrpc":"1","info":[],"methods":[]})",
          "\"info\" has to be of type object, and is of type array");
    wrong(R"({"openrpc":"1","info":{"title":1,"version":""},"methods":[]})",
          "\"title\" has to be of type string, and is of type integer");
    wrong(R"({"openrpc":"1","info":{"title":"","version":""},"components":0,"methods":[]})",
          "\"components\" has to be of type object, and is of type integer");
    wrong(R"({"openrpc":"1","info":{"title":"","version":""},"components":{"schemas":[]},)"
          R"("methods":[]})",
          "\"schemas\" has to be of type object, and is of type array");
}

Test(openrpc_contract, wrong_methods_say_why) {
    static const struct {
        string_view methods, wanted;
    } rows[] = {
        {"1", "\"methods\" has an element of type integer"},
        {"{}", "methods: there is one without a name"},
        {R"({"name":[]})", "methods: \"name\" has to be of type string, and is of type array"},
        {R"({"$ref":"#/x"})", "methods: there is one without a name"},
        {R"({"name":"m"},{"name":"m"})", "methods: there are two of the name \"m\""},
        {R"({"name":"m","params":{}})",
         "method \"m\": \"params\" has to be of type array, and is of type object"},
        {R"({"name":"m","params":[null]})",
         "method \"m\": \"params\" has an element of type null"},
        {R"({"name":"m","params":[{"$ref":"x"}]})",
         "method \"m\": params: there is one without a name"},
        {R"({"name":"m","params":[{"name":"a"}]})",
         "method \"m\": parameter \"a\": it has no \"schema\""},
        {R"({"name":"m","params":[{"name":"a","schema":0}]})",
         "method \"m\": parameter \"a\": a schema is of type integer"},
        {R"({"name":"m","params":[{"name":"a","schema":{}},{"name":"a","schema":{}}]})",
         "method \"m\": params: there are two of the name \"a\""},
        {R"({"name":"m","params":[{"name":"a","required":1}]})",
         "method \"m\": params: \"required\" has to be of type boolean, and is of type integer"},
        {R"({"name":"m","paramStructure":2})",
         "method \"m\": \"paramStructure\" has to be of type string, and is of type integer"},
        {R"({"name":"m","deprecated":"yes"})",
         "method \"m\": \"deprecated\" has to be of type boolean, and is of type string"},
        {R"({"name":"m","result":{}})", "method \"m\": result: it has no \"schema\""},
        {R"({"name":"m","result":true})",
         "method \"m\": result: \"result\" has to be of type object, and is of type boolean"},
        {R"({"name":"m","errors":[{}]})", "method \"m\": an error has no \"code\""},
        {R"({"name":"m","errors":[{"code":"1"}]})",
         "method \"m\": \"code\" has to be of type integer, and is of type string"},
        {R"({"name":"m\n","errors":1})",
         "method \"m\\n\": \"errors\" has to be of type array, and is of type integer"},
    };
    for (const auto& r : rows) expect_no_document(r.methods, r.wanted);
}

Test(openrpc_contract, wrong_schemas_say_why) {
    static const struct {
        string_view schema, wanted;
    } rows[] = {
        {R"([])", "a schema is of type array"},
        {R"("string")", "a schema is of type string"},
        {R"({"type":1})", "\"type\" has to be of type array, and is of type integer"},
        {R"({"type":"float"})", "there is no \"type\" \"float\""},
        {R"({"type":["string",1]})", "\"type\" has an element of type integer"},
        {R"({"type":"integer","minimum":"0"})",
         "\"minimum\" has to be of type number, and is of type string"},
        {R"({"type":"number","maximum":1e999})", "\"maximum\" is beyond all numbers"},
        {R"({"type":"string","minLength":-1})",
         "\"minLength\" has to be from 0 to 18446744073709551615"},
        {R"({"type":"string","maxLength":18446744073709551616})",
         "\"maxLength\" has to be from 0 to 18446744073709551615"},
        {R"({"type":"array","maxItems":1.5})",
         "\"maxItems\" has to be of type integer, and is of type number"},
        {R"({"type":"array","items":1})", "a schema is of type integer"},
        {R"({"type":"array","items":[{},null]})", "a schema is of type null"},
        {R"({"type":"array","items":[],"additionalItems":"no"})", "a schema is of type string"},
        {R"({"type":"object","properties":[]})",
         "\"properties\" has to be of type object, and is of type array"},
        {R"({"type":"object","properties":{"a":1}})", "a schema is of type integer"},
        {R"({"type":"object","properties":{"a":{},"a":{}}})",
         "there are two of the name \"a\""},
        {R"({"type":"object","required":true})",
         "\"required\" has to be of type array, and is of type boolean"},
        {R"({"type":"object","required":[1]})", "\"required\" has an element of type integer"},
        {R"({"type":"object","minProperties":null})",
         "\"minProperties\" has to be of type integer, and is of type null"},
        {R"({"enum":"a"})", "\"enum\" has to be of type array, and is of type string"},
        {R"({"description":1})",
         "\"description\" has to be of type string, and is of type integer"},
        {R"({"anyOf":{}})", "\"anyOf\" has to be of type array, and is of type object"},
        {R"({"anyOf":[]})", "\"anyOf\" with 0 schemas can't be compared"},
        {R"({"anyOf":[3]})", "a schema is of type integer"},
        {R"({"allOf":[{},{}]})", "\"allOf\" with 2 schemas can't be compared"},
        {R"({"$ref":1})", "\"$ref\" has to be of type string, and is of type integer"},
        {R"({"$ref":"#/components/schemas/none"})",
         "\"$ref\" to \"#/components/schemas/none\", which is not there"},
        {R"({"$ref":"other.json"})", "\"$ref\" to \"other.json\", which is not there"},
        {R"({"$ref":""})", "\"$ref\" to \"\", which is not there"},
    };
    for (const auto& r : rows) {
        const string schema = R"("schema":)" + string(r.schema);
        expect_no_document(R"({"name":"m","params":[{"name":"p",)" + schema + "}]}",
                           "method \"m\": parameter \"p\": " + string(r.wanted));
        expect_no_document(R"({"name":"m","result":{)" + schema + "}}",
                           "method \"m\": result: " + string(r.wanted));
        expect_no_document("", "schema \"s\": " + string(r.wanted), "\"s\":" + string(r.schema));
    }
}
