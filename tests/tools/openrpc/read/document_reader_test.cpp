#include "read/document_reader.hpp"

#include <criterion/criterion.h>

#include <ctime>
#include <string>
#include <string_view>

namespace document_reader_test { namespace {

using callbox::openrpc::content_descriptor, callbox::openrpc::method_object;
using std::string;
using std::string_view;

void expect_canonical(string text, string_view wanted) {
    callbox::document read;
    cr_assert(read.parse(text));
    const string got = callbox::openrpc::canonical(read.root());
    cr_expect(got == wanted, "%s", got.c_str());
}

// "m(a, b?) -> r"; a parameter by name only is "a=".
string shown(const method_object& m) {
    string text = string(m.name) + "(";
    for (const content_descriptor& each : m.params) {
        if (&each != m.params.data()) text += ", ";
        text.append(each.name).append(each.required ? "" : "?");
        text += each.by_name_only ? "=" : "";
    }
    text += ")";
    return m.result ? text.append(" -> ").append(m.result->name) : text;
}

// The methods, a line each, or the problem.
string read(string text) {
    callbox::document parsed;
    callbox::openrpc::document_reader by;
    string all;
    if (by.parse(text, parsed)) {
        by.info();
        for (const method_object& each : by.methods()) all += shown(each) + "\n";
    }
    return by.problem().empty() ? all : by.problem();
}

string document_of(string_view methods, string_view more = "") {
    return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[)" +
           string(methods) + "]" + string(more) + "}";
}

void expect(const string& text, string_view wanted) {
    const string got = read(text);
    cr_expect(got == wanted, "got: %s\nwanted: %s\nof %s", got.c_str(), string(wanted).c_str(),
              text.substr(0, 2000).c_str());
}

void expect_problem(const string& text, string_view wanted) {
    expect(text, "not an OpenRPC document: " + string(wanted));
}

Test(openrpc_document_reader, values_that_are_alike_have_one_text) {
    expect_canonical(" [ 1 , true,false , null ] ", "[1,true,false,null]");
    expect_canonical(R"({"b":[{}],"a":"\u0078"})", R"({"a":"x","b":[{}]})");
    expect_canonical("1.50e1", "15");
    expect_canonical("15.0", "15");
}

Test(openrpc_document_reader, a_number_that_no_double_holds_keeps_its_text) {
    expect_canonical("18446744073709551616", "18446744073709551616");
    expect_canonical("1e999", "1e999");
}

Test(openrpc_document_reader, references_are_followed) {
    const string components = R"(,"components":{"methods":{"m":{"name":"m","params":[
        {"$ref":"#/components/a~1b"}],"result":{"$ref":"#/components/list/1"}}},
        "a/b":{"$ref":"#/components/list/0"},
        "list":[{"name":"p","required":true},{"name":"r"}]})";
    expect(document_of(R"({"$ref":"#/components/methods/m"},{"name":"n","params":[
        {"name":"a"},{"name":"b","x-by-name-only":true}]})", components),
           "m(p) -> r\nn(a?, b?=)\n");
}

Test(openrpc_document_reader, other_documents_are_not_read) {
    const string components = R"(,"components":{"x":{"$ref":"a.json#/p/Slot"}})";
    expect(document_of(R"({"$ref":"a.json#/m"},{"name":"m","params":[{"name":"a","required":true},
        {"$ref":"#/components/x"},{"$ref":"b.json"}],"result":{"$ref":"b.json#/Y"},
        "errors":[{"$ref":"c.json#/E"}]})", components),
           "m(a, Slot, b.json) -> Y\n");
}

Test(openrpc_document_reader, other_documents_are_listed_once) {
    string methods = R"({"$ref":"a.json#/0"})";
    for (std::size_t i = 1; i < 300; ++i)
        methods += R"(,{"$ref":"a.json#/)" + std::to_string(i) + R"("},{"$ref":"b)" +
                   std::to_string(i) + "\"}";
    string text = document_of(methods);
    callbox::document parsed;
    callbox::openrpc::document_reader by;
    cr_assert(by.parse({text.data(), text.size()}, parsed));
    cr_expect(by.methods().empty() && by.problem().empty());
    cr_expect(by.others().size() == callbox::openrpc::references::others_max);
    cr_expect(by.others()[0] == "a.json" && by.others()[99] == "b99");
}

// The processor time for reading as many references to a method, and to a parameter.
std::clock_t time_of_references(int count) {
    string methods = R"({"$ref":"#/x"})", errors = "{\"code\":0}";
    for (int i = 1; i < count; ++i) {
        methods += R"(,{"$ref":"#/x"})";
        errors += ",{\"code\":" + std::to_string(i) + "}";
    }
    const std::clock_t begin = std::clock();
    expect_problem(document_of(methods, R"(,"x":{"name":"m","errors":[)" + errors + "]}"),
                   "methods: duplicate name \"m\"");
    string members;
    methods = R"({"name":"m"})";
    for (int i = 0; i < count; ++i) {
        methods += R"(,{"name":"m)" + std::to_string(i) + R"(","params":[{"$ref":"#/x"}]})";
        members += "\"" + std::to_string(i) + "\":0,";
    }
    const string made = read(document_of(methods, ",\"x\":{" + members + R"("name":"p"})"));
    cr_expect(made.ends_with("m" + std::to_string(count - 1) + "(p?)\n"));
    return std::clock() - begin;
}

// The time grows with the size of a document, not with its square.
Test(openrpc_document_reader, references_repeat_nothing, .timeout = 60) {
    const std::clock_t few = time_of_references(5'000), many = time_of_references(20'000);
    cr_expect(many < 10 * few, "%ld and %ld", few, many);
}

Test(openrpc_document_reader, a_syntax_error_has_its_position) {
    expect("", "not JSON: line 1, column 1: expected a value");
    expect("{\n \"a\":\n}", "not JSON: line 3, column 1: expected a value");
    cr_expect(read("{\"\xff\":1}").starts_with("not JSON: line 1, column 3"));
    cr_expect(read(string(5000, '[')).starts_with("not JSON: line 1, column 10"));
}

Test(openrpc_document_reader, invalid_documents_are_explained) {
    expect_problem("[]", "expected object, got array");
    expect_problem("null", "expected object, got null");
    expect_problem("{}", "missing version \"openrpc\"");
    expect_problem(R"({"openrpc":1})", "\"openrpc\": expected string, got integer");
    expect_problem(R"({"openrpc":"1.2.6"})", "missing \"methods\"");
    expect_problem(R"({"openrpc":"1.2.6","methods":[]})", "missing \"info\"");
    expect_problem(R"({"openrpc":"1","info":{"version":""},"methods":[]})",
                   "info: missing \"title\"");
    expect_problem(R"({"openrpc":"1","info":{"title":""},"methods":[]})",
                   "info: missing \"version\"");
    expect_problem(R"({"openrpc":"1","info":{"title":"","version":""},"methods":{}})",
                   "\"methods\": expected array, got object");
    expect_problem(R"({"openrpc":"1","info":[],"methods":[]})",
                   "\"info\": expected object, got array");
    expect_problem(R"({"openrpc":"1","info":{"title":1,"version":""},"methods":[]})",
                   "\"title\": expected string, got integer");
}

Test(openrpc_document_reader, invalid_methods_are_explained) {
    static const struct {
        string_view methods, wanted;
    } rows[] = {
        {"1", "\"methods\" has an element of type integer"},
        {"{}", "methods: missing or empty \"name\""},
        {R"({"name":[]})", "methods: \"name\": expected string, got array"},
        {R"({"$ref":"#/x"})", "methods: unresolved \"$ref\" \"#/x\""},
        {R"({"$ref":"#/methods/0"})", "methods: circular \"$ref\""},
        {R"({"$ref":"#/openrpc"})", "methods: expected object, got string"},
        {R"({"name":"m"},{"name":"m"})", "methods: duplicate name \"m\""},
        {R"({"name":"m","params":{}})",
         "method \"m\": \"params\": expected array, got object"},
        {R"({"name":"m","params":[null]})",
         "method \"m\": \"params\" has an element of type null"},
        {R"({"name":"m","params":[{"$ref":"#x"}]})",
         "method \"m\": params: unresolved \"$ref\" \"#x\""},
        {R"({"name":"m","params":[{"$ref":"x"},{"$ref":"y/x"}]})",
         "method \"m\": params: duplicate name \"x\""},
        {R"({"name":"m","errors":[{"$ref":""}]})",
         "method \"m\": errors: unresolved \"$ref\" \"\""},
        {R"({"name":"m","errors":[{"$ref":"x.json"},{}]})",
         "method \"m\": errors: missing \"code\""},
        {R"({"name":"m","params":[{}]})", "method \"m\": params: missing or empty \"name\""},
        {R"({"name":"m","params":[{"name":"a"},{"name":"a"}]})",
         "method \"m\": params: duplicate name \"a\""},
        {R"({"name":"m","params":[{"name":"a","required":1}]})",
         "method \"m\": parameter \"a\": \"required\": expected boolean, got integer"},
        {R"({"name":"m","paramStructure":2})",
         "method \"m\": \"paramStructure\": expected string, got integer"},
        {R"({"name":"m","deprecated":"yes"})",
         "method \"m\": \"deprecated\": expected boolean, got string"},
        {R"({"name":"m","result":true})",
         "method \"m\": result: \"result\": expected object, got boolean"},
        {R"({"name":"m","errors":[{}]})", "method \"m\": errors: missing \"code\""},
        {R"({"name":"m","errors":[{"code":"1"}]})",
         "method \"m\": errors: \"code\": expected integer, got string"},
        {R"({"name":"m\n","errors":1})",
         "method \"m\\n\": \"errors\": expected array, got integer"},
    };
    for (const auto& r : rows) expect_problem(document_of(r.methods), r.wanted);
}

Test(openrpc_document_reader, an_event_of_another_form_is_a_method) {
    for (const string x : {"1", "[]", "null", "{}", R"({"payload":1})", R"({"payload":null})",
                           R"({"keeps":1,"when_full":1})"}) {
        string text = document_of(R"({"name":"m","params":[],"x-event":)" + x + "}");
        callbox::document parsed;
        callbox::openrpc::document_reader by;
        cr_assert(by.parse(text, parsed));
        const auto methods = by.methods();
        cr_expect(by.problem().empty() && methods.size() == 1 && !methods[0].payload, "%s",
                  x.c_str());
    }
}

Test(openrpc_document_reader, a_long_text_is_cut_in_messages) {
    const auto problem_of = [](const string& name, const string& shown) {
        expect_problem(document_of(R"({"name":")" + name + R"(","params":1})"),
                       "method \"" + shown + "\": \"params\": expected array, got integer");
    };
    problem_of(string(80, 'x'), string(80, 'x'));
    problem_of(string(81, 'x'), string(80, 'x') + "...");
    problem_of(string(79, 'x') + "\u00e4", string(79, 'x') + "...");  // between characters
}

}}  // namespace document_reader_test
