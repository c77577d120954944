// Every JSON type that a method may accept: calls by name and by position, and violations.
#include "support/everything.hpp"
#include "support/messages.hpp"

#include <criterion/criterion.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace everything_test { namespace {

std::string ask(std::string_view method, std::string_view params) {
    everything::counter state;
    return everything::answer(state, made_up::sent(method, params));
}

struct answered {
    const char* method;
    const char* params;
    const char* result;
};

void expect(const std::vector<answered>& rows) {
    for (const auto& r : rows) {
        const auto said = ask(r.method, r.params);
        const auto want = made_up::answered(r.result);
        cr_expect(said == want, "%s %s\n  said %s\n  not  %s", r.method, r.params, said.c_str(),
                  want.c_str());
    }
}

// The first violation: its place, the expected value and the actual one.
struct refused {
    const char* method;
    const char* params;
    const char* path;
    const char* expected;
    const char* got;
};

void expect(const std::vector<refused>& rows) {
    for (const auto& r : rows) {
        const auto said = ask(r.method, r.params);
        const auto want = R"("path":")" + std::string(r.path) + R"(","expected":")" + r.expected +
                          R"(","got":")" + r.got + '"';
        cr_expect(said.find(R"("code":-32602)") != said.npos && said.find(want) != said.npos,
                  "%s %s\n  said %s\n  not  %s", r.method, r.params, said.c_str(), want.c_str());
    }
}

int one() { return 1; }
std::optional<int> same_optional(std::optional<int> n) { return n; }
struct box {
    std::optional<int> n;
};
constexpr auto describe(callbox::as<box>) {
    return callbox::fields{callbox::field{"n", &box::n} = 7};
}
int unbox(const box& b) { return b.n.value_or(-1); }

Test(openrpc_everything, the_examples_of_the_table_hold) {
    everything::counter state;
    for (const auto& line : everything::failing_examples(state))
        cr_expect(false, "%s", line.c_str());
    cr_expect(everything::table().examples.size() == 32);
}

Test(openrpc_everything, a_failing_example_is_reported) {
    constexpr callbox::api wrong{callbox::method<"one", one>(
        "Answers 1.", callbox::example({}, 1), callbox::example({}, 2))};
    const auto failing = callbox::failing_examples(wrong);
    cr_assert(failing.size() == 2, "by name and by position");
    cr_expect(failing[0] == R"({"jsonrpc":"2.0","method":"one","params":{},"id":1}: expected )"
                            R"({"jsonrpc":"2.0","result":2,"id":1}, got )"
                            R"({"jsonrpc":"2.0","result":1,"id":1})",
              "%s", failing[0].c_str());
}

Test(openrpc_everything, null_in_an_example_is_null_where_there_is_a_default) {
    constexpr callbox::api nulls{
        callbox::method<"optional", same_optional>(
            "", callbox::arg("n") = 3, callbox::example({nullptr}, nullptr),
            callbox::example({}, 3), callbox::example({5}, 5)),
        callbox::method<"unbox", unbox>("", "b", callbox::example({{nullptr}}, -1),
                                        callbox::example({{4}}, 4)),
    };
    for (const auto& line : callbox::failing_examples(nulls)) cr_expect(false, "%s", line.c_str());
}

Test(openrpc_everything, structs_are_read_and_written) {
    expect(std::vector<answered>{
        {"geo.middle", R"({"path":[{"y":1,"x":-1000},{"x":1e3,"y":2.0}]})", R"({"x":0,"y":1.5})"},
        {"geo.longest", R"([[{"name":"a","path":[{"x":1,"y":2}],"note":"n"}]])",
         R"({"name":"a","path":[{"x":1,"y":2}],"note":"n","in":"m","lanes":2})"},
        {"geo.longest", R"([[{"path":[{"\u0078":1,"y":2}],"name":"\u0061","note":null,"lanes":)"
                        R"(8}]])",
         R"({"name":"a","path":[{"x":1,"y":2}],"in":"m","lanes":8})"},
        {"type.count_folders", R"([{"name":"","folders":[{"name":"","folders":[]}]}])", "2"},
    });
}

Test(openrpc_everything, lists_tuples_maps_and_variants_are_read_and_written) {
    expect(std::vector<answered>{
        {"geo.convert", R"([[8,"ft"]])", R"([2,"m"])"},
        {"geo.rotate", R"({"v":[-1,0,1]})", "[0,1,-1]"},
        {"type.count_words", R"([["\u0061","a","b"]])", R"({"a":2,"b":1})"},
        {"type.count_words", "[[]]", "{}"},
        {"type.total", R"([{}])", "0"},
        {"type.total", R"([{"\u0061":9223372036854775807,"b":-1}])", "9223372036854775806"},
        {"type.same", R"([{"x":1,"y":2}])", R"({"x":1,"y":2})"},
        {"type.same", "[[]]", "[]"},
        {"type.same", "[7]", "7"},
        {"type.same_json", "[1e400]", "1e400"},
        {"type.greatest", R"({"n":18446744073709551615})", "18446744073709551615"},
        {"type.greatest", R"({"n":0,"label":"ünïcö"})", "0"},
        {"counter.advance", "[]", "1"},
        {"counter.advance", "[100]", "100"},
        {"counter.reset", "null", "null"},
    });
}

Test(openrpc_everything, a_violation_is_reported_with_its_place) {
    expect(std::vector<refused>{
        {"geo.middle", R"([[{"x":1,"y":2},{"x":"1","y":2}]])", "/0/1/x", "number", "string"},
        {"geo.middle", R"([[{"x":1}]])", "/0/0/y", "number", "nothing"},
        {"geo.middle", R"([[{"x":1,"y":2,"z":3}]])", "/0/0/z", "nothing", "integer"},
        {"geo.middle", R"([[{"x":1,"y":2,"x":3}]])", "/0/0/x", "once", "twice"},
        {"geo.middle", R"({"path":[{"x":1000.5,"y":2}]})", "/path/0/x",
         "number from -1000 to 1000", "number out of range"},
        {"geo.middle", "[[]]", "/0", "array of point of 1 to 1000 elements", "0 elements"},
        {"geo.middle", "[[[1,2]]]", "/0/0", "point", "array"},
        {"geo.middle", "[null]", "/0", "array of point", "null"},
        {"geo.longest", R"([[{"name":"","path":[{"x":1,"y":2}]}]])", "/0/0/name",
         "string of 1 to 20 characters", "0 characters"},
        {"geo.longest", R"([[{"name":"ääääääääääääääääääääx","path":[{"x":1,"y":2}]}]])",
         "/0/0/name", "string of 1 to 20 characters", "21 characters"},
        {"geo.longest", R"([[{"name":"a","path":[]}]])", "/0/0/path",
         "array of point of 1 to 100 elements", "0 elements"},
        {"geo.longest", R"([[{"name":"a","path":[{"x":1,"y":2}],"in":"km"}]])", "/0/0/in",
         R"(one of \"m\", \"ft\")", "a string that does not match"},
        {"geo.longest", R"([[{"name":"a","path":[{"x":1,"y":2}],"lanes":0}]])", "/0/0/lanes",
         "integer from 1 to 8", "integer out of range"},
        {"geo.longest", R"([[{"name":"a","path":[{"x":1,"y":2}],"lanes":256}]])", "/0/0/lanes",
         "integer from 1 to 8", "integer out of range"},
        {"geo.convert", R"([[8]])", "/0", R"([number, one of \"m\", \"ft\"] of 2 elements)",
         "1 element"},
        {"geo.convert", R"([[8,"ft",0]])", "/0", R"([number, one of \"m\", \"ft\"] of 2 elements)",
         "3 elements"},
        {"geo.convert", R"([["8","ft"]])", "/0/0", "number", "string"},
        {"geo.convert", R"([{"0":8}])", "/0", R"([number, one of \"m\", \"ft\"])", "object"},
        {"geo.rotate", "[[1,2]]", "/0", "array of integer of 3 elements", "2 elements"},
        {"geo.rotate", "[[1,2,3.5]]", "/0/2", "integer", "number"},
        {"type.total", R"([{"a":1,"b":"2"}])", "/0/b", "integer", "string"},
        {"type.total", R"([{"a/b":1,"a/b":2}])", "/0/a~1b", "once", "twice"},
        {"type.total", "[[]]", "/0", "object of integer", "array"},
        {"type.same", R"([{"x":1}])", "/0/y", "number", "nothing"},
        {"type.same", R"([["a"]])", "/0/0", "integer", "string"},
        {"type.mix", R"({"a":"00","b":"000"})", "/b", "string", "string"},
        {"type.greatest", R"({"n":-1})", "/n", "integer from 0 to 18446744073709551615",
         "integer out of range"},
        {"type.greatest", R"({"n":1,"label":"123456"})", "/label", "string of 0 to 5 characters",
         "6 characters"},
        {"type.count_folders", R"([{"name":"a","folders":[{"name":"b","folders":[{}]}]}])",
         "/0/folders/0/folders/0/name", "string", "nothing"},
        {"counter.advance", "[101]", "/0", "integer from 1 to 100", "integer out of range"},
        {"math.div", "[1,1000001]", "/1", "number from -1e+06 to 1e+06", "integer out of range"},
        {"math.div", R"({"dividend":1,"divisor":-1000000.5})", "/divisor",
         "number from -1e+06 to 1e+06", "number out of range"},
    });
}

Test(openrpc_everything, messages_name_the_place_within_a_parameter) {
    const std::pair<const char*, const char*> rows[] = {
        {R"([[{"x":1,"y":2},{"x":"1","y":2}]])", R"(parameter \"path\" at /1/x: expected number,)"
                                                 R"( got string)"},
        {R"([[{"x":1}]])", R"(parameter \"path\" at /0: missing member \"y\")"},
        {R"([[{"x":1,"y":2,"xx":3}]])", R"(parameter \"path\" at /0: unexpected member \"xx\")"},
        {R"([[{"x":1,"y":2,"x":3}]])", R"(parameter \"path\" at /0: member \"x\" is given twice)"},
        {"[[]]", R"(parameter \"path\": expected array of point of 1 to 1000 elements,)"
                 R"( got 0 elements)"},
    };
    for (const auto& [params, message] : rows) {
        const auto said = ask("geo.middle", params);
        const auto want = R"("message":"Invalid params: )" + std::string(message) + '"';
        cr_expect(said.find(want) != said.npos,
                  "%s\n  said %s\n  not  %s", params, said.c_str(), message);
    }
}

Test(openrpc_everything, a_text_that_is_refused_says_why) {
    const auto said = ask("text.next_day", R"(["2023-02-29"])");
    cr_expect(said == R"({"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: )"
                      R"(parameter \"day\": expected date, got string: the month has no such day",)"
                      R"("data":{"errors":[{"param":"day","path":"/0","expected":"date",)"
                      R"("got":"string","why":"the month has no such day"}]}},"id":1})",
              "%s", said.c_str());
    expect(std::vector<refused>{
        {"text.next_day", "[20230228]", "/0", "date", "integer"},
        {"text.keep", R"([{"day":"2024-01-01","at":"2024-01-01","id":"x","end":null}])",
         "/0/at", "date-time", "string"},
        {"text.reversed", R"(["AQI"])", "/0", "base64", "string"},
        {"text.reversed", R"([[1,2]])", "/0", "base64", "array"},
    });
    const std::string long_text(404, 'A');
    const auto length = ask("text.reversed", R"([")" + long_text + R"("])");
    cr_expect(length.find("expected base64 of 0 to 400 characters, got 404 characters") !=
                  length.npos,
              "%s", length.c_str());
}

Test(openrpc_everything, a_result_that_json_cannot_represent_is_an_internal_error) {
    const auto said = ask("text.next_day", R"(["9999-12-31"])");
    cr_expect(said.find(R"("error":{"code":-32603)") != said.npos, "%s", said.c_str());
}

Test(openrpc_everything, a_member_that_is_nearly_right_is_named) {
    const auto said = ask("geo.longest", R"([[{"name":"a","path":[{"x":1,"y":2}],"lnaes":2}]])");
    cr_expect(said.find(R"("path":"/0/0/lnaes","expected":"nothing","got":"integer",)"
                        R"("did_you_mean":"lanes")") != said.npos,
              "%s", said.c_str());
}

Test(openrpc_everything, all_violations_of_a_struct_are_reported_together) {
    const auto said = ask("geo.longest", R"([[{"path":[{"x":true,"y":2}],"in":1,"z":0}]])");
    for (const char* path : {R"("path":"/0/0/z")", R"("path":"/0/0/name")", R"("path":)"
        R"("/0/0/path/0/x")",
                             R"("path":"/0/0/in")"})
        cr_expect(said.find(path) != said.npos, "%s in %s", path, said.c_str());
}

Test(openrpc_everything, names_that_are_made_to_hash_alike_are_refused) {
    // Like an attacker: tries names until they fall into one bucket of a table of any size.
    std::string params = R"({"amounts":{)";
    const std::size_t buckets = [] {
        std::unordered_map<std::string, int> map;
        for (int i = 0; i < 150; ++i) map.try_emplace(std::to_string(i));
        return map.bucket_count();
    }();
    int found = 0;
    for (int i = 0; found < 150; ++i) {
        const std::string name = std::to_string(i);
        if (std::hash<std::string>()(name) % buckets != 0) continue;
        params += '"' + name + "\":1,";
        ++found;
    }
    params.back() = '}';
    const auto said = ask("type.total", params + "}");
    cr_expect(said.find(R"("expected":"names that differ more","got":"names that hash alike")") !=
                  said.npos,
              "%s", said.c_str());
}

Test(openrpc_everything, a_span_lives_as_long_as_the_call) {
    std::string path = "[[";
    for (int i = 0; i < 1000; ++i) path += R"({"x":1,"y":2},)";
    path.back() = ']';
    path += ']';
    expect(std::vector<answered>{{"geo.middle", path.c_str(), R"({"x":1,"y":2})"}});
}

}}  // namespace everything_test
