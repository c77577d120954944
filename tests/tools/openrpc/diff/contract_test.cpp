#include "diff/contract.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace contract_test { namespace {

using std::string;
using std::string_view;

string document_of(string_view methods, string_view schemas) {
    return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[)" +
           string(methods) + R"(],"components":{"schemas":{)" + string(schemas) + "}}}";
}

// Empty if there is none.
string problem_of(string text) {
    callbox::openrpc::contract::terms ignored;
    return callbox::openrpc::contract::read(text, ignored);
}

void expect_problem(string_view text, string_view wanted) {
    const string got = problem_of(string(text));
    cr_expect(got == wanted, "got: %s\nwanted: %s\nof %s", got.c_str(), string(wanted).c_str(),
              string(text).c_str());
}

void expect_no_document(string_view methods, string_view wanted, string_view schemas = "") {
    expect_problem(document_of(methods, schemas), "not an OpenRPC document: " + string(wanted));
}

Test(openrpc_contract, a_document_that_cannot_be_read_is_explained) {
    expect_problem("", "not JSON: line 1, column 1: expected a value");
    expect_no_document(R"({"name":"m","params":[{"name":"a"}]})",
                       "method \"m\": parameter \"a\": missing \"schema\"");
    expect_no_document(R"({"name":"m","result":{}})", "method \"m\": result: missing \"schema\"");
    const auto with = [](string_view components) {
        return R"({"openrpc":"1","info":{"title":"","version":""},"methods":[],"components":)" +
               string(components) + "}";
    };
    expect_problem(with("0"), "not an OpenRPC document: "
                              "\"components\": expected object, got integer");
    expect_problem(with(R"({"schemas":[]})"), "not an OpenRPC document: "
                                              "\"schemas\": expected object, got array");
}

Test(openrpc_contract, invalid_schemas_are_explained) {
    static const struct {
        string_view schema, wanted;
    } rows[] = {
        {R"([])", "expected a schema, got array"},
        {R"("string")", "expected a schema, got string"},
        {R"({"type":1})", "\"type\": expected array, got integer"},
        {R"({"type":"float"})", "unknown type \"float\""},
        {R"({"type":["string",1]})", "\"type\" has an element of type integer"},
        {R"({"type":"integer","minimum":"0"})",
         "\"minimum\": expected number, got string"},
        {R"({"type":"number","maximum":1e999})", "\"maximum\" is out of range"},
        {R"({"type":"string","minLength":-1})",
         "\"minLength\" must be from 0 to 18446744073709551615"},
        {R"({"type":"string","maxLength":18446744073709551616})",
         "\"maxLength\" must be from 0 to 18446744073709551615"},
        {R"({"type":"array","maxItems":1.5})",
         "\"maxItems\": expected integer, got number"},
        {R"({"type":"array","items":1})", "expected a schema, got integer"},
        {R"({"type":"array","items":[{},null]})", "expected a schema, got null"},
        {R"({"type":"array","items":[],"additionalItems":"no"})", "expected a schema, got string"},
        {R"({"type":"object","properties":[]})",
         "\"properties\": expected object, got array"},
        {R"({"type":"object","properties":{"a":1}})", "expected a schema, got integer"},
        {R"({"type":"object","properties":{"a":{},"a":{}}})",
         "duplicate name \"a\""},
        {R"({"type":"object","required":true})",
         "\"required\": expected array, got boolean"},
        {R"({"type":"object","required":[1]})", "\"required\" has an element of type integer"},
        {R"({"type":"object","minProperties":null})",
         "\"minProperties\": expected integer, got null"},
        {R"({"enum":"a"})", "\"enum\": expected array, got string"},
        {R"({"description":1})",
         "\"description\": expected string, got integer"},
        {R"({"anyOf":{}})", "\"anyOf\": expected array, got object"},
        {R"({"anyOf":[]})", "\"anyOf\" is empty"},
        {R"({"allOf":[]})", "\"allOf\" is empty"},
        {R"({"anyOf":[3]})", "expected a schema, got integer"},
        {R"({"allOf":[{},3]})", "expected a schema, got integer"},
        {R"({"$ref":1})", "\"$ref\": expected string, got integer"},
        {R"({"$ref":"#/components/schemas/none"})",
         "unresolved \"$ref\" \"#/components/schemas/none\""},
        {R"({"$ref":"#other"})", "unresolved \"$ref\" \"#other\""},
        {R"({"$ref":""})", "unresolved \"$ref\" \"\""},
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

}}  // namespace contract_test
