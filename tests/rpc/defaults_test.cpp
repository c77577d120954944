// Defaults that are not literals: their values in calls, and their descriptions.
#include "cli/text.hpp"
#include "openrpc/schema.hpp"
#include "rpc/describe.hpp"
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <array>
#include <string>
#include <vector>

namespace defaults_test { namespace {

using namespace callbox;

namespace defaults_test {

struct point {
    int x = 3;
    double y = 0.5;
    bool operator==(const point&) const = default;
};
constexpr auto describe(as<point>) {
    return fields{field{"x", &point::x}.in(0, 9) = initial, field{"y", &point::y} = initial};
}

struct query {
    std::string text;
    int page_size = 20;
    std::vector<std::string> tags{"new", "old"};
    std::optional<point> near;
    point from{7, 1};
    std::vector<int> ids{1, 2};
};
constexpr point origin{0, 0};
constexpr auto describe(as<query>) {
    return fields{field{"text", &query::text},
                  field{"page_size", &query::page_size}.in(1, 100) = initial,
                  field{"tags", &query::tags} = initial,
                  field{"near", &query::near} = initial,
                  field{"from", &query::from, "where it begins"} = constant<origin>,
                  field{"ids", &query::ids} = {}};
}

struct filled {
    std::vector<int> ids{1, 2};
    std::map<std::string, int> names{{"a", 1}};
    std::optional<int> size = 4;
};
constexpr auto describe(as<filled>) {
    return fields{field{"ids", &filled::ids}, field{"names", &filled::names},
                  field{"size", &filled::size}};
}

struct place {
    int id = 0;
    point at = {};
};
constexpr place home{.id = 7, .at = {1, 2}};
constexpr auto describe(as<place>) { return aggregate("id", "at"); }

}  // namespace defaults_test

using defaults_test::filled, defaults_test::point, defaults_test::query;

constexpr std::array first_tags{"a", "b"};
constexpr std::array numbers{1, 2, 3};
constexpr point corner{9, -1.5};

std::size_t count(const std::vector<int>& v) { return v.size(); }
json back(const std::map<std::string, int>& m) { return json(m); }
std::vector<std::string> tags(std::vector<std::string> t) { return t; }
int sum(std::span<const int> s) {
    int all = 0;
    for (const int each : s) all += each;
    return all;
}
point where(const point& p) { return p; }
point maybe(std::optional<point> p) { return p.value_or(point{1, 1}); }
query ask(const query& q) { return q; }
filled full(const filled& f) { return f; }
json any(const json& j) { return j; }

constexpr api methods{
    method<"count", count>("", arg("v") = {}),
    method<"back", back>("", arg("m").size(0, 1) = {}),
    method<"tags", tags>("", arg("t").size(1, 2) = constant<first_tags>),
    method<"sum", sum>("", arg("s") = constant<numbers>),
    method<"where", where>("", arg("p", "the place") = constant<corner>),
    method<"made", where>("", arg("p") = {}),
    method<"home", [](const defaults_test::place& p) { return p.id + p.at.x; }>(
        "", arg("p") = constant<defaults_test::home>),
    method<"maybe", maybe>("", arg("p") = constant<corner>),
    method<"ask", ask>("", "q"),
    method<"full", full>("", "f"),
    method<"any", any>("", arg("j") = {}),
};

struct expected_call {
    const char* method;
    const char* params;
    const char* result;
};
void expect(const std::vector<expected_call>& rows) {
    for (const expected_call& r : rows) {
        const std::string said = answer(methods, made_up::sent(r.method, r.params));
        cr_expect(said == made_up::answered(r.result), "%s%s said %s", r.method, r.params,
                  said.c_str());
    }
}

template <class Do> std::string written(Do act) {
    bytes out;
    act(out);
    return std::string(out.view());
}
const table all(methods);
std::string schema(std::string_view method) {
    return written([&](bytes& out) {
        writer to(out);
        openrpc::components(all).write_param(to, all.params_of(*all.find(method))[0]);
    });
}
void expect_part(const std::string& got, std::string_view part) {
    cr_expect(got.find(part) != std::string::npos, "%s\n  lacks %s", got.c_str(),
              std::string(part).c_str());
}

Test(rpc_defaults, an_absent_parameter_has_its_default) {
    expect({{"count", "[]", "0"},
            {"count", "{}", "0"},
            {"back", "[]", "{}"},
            {"tags", "[]", R"(["a","b"])"},
            {"sum", "[]", "6"},
            {"where", "[]", R"({"x":9,"y":-1.5})"},
            {"made", "[]", R"({"x":3,"y":0.5})"},
            {"maybe", "[]", R"({"x":9,"y":-1.5})"},
            {"home", "[]", "8"},
            {"any", "[]", "null"}});
}

Test(rpc_defaults, what_is_sent_has_nothing_of_the_default) {
    expect({{"count", "[[1,2]]", "2"},
            {"tags", R"([["z"]])", R"(["z"])"},
            {"sum", "[[]]", "0"},
            {"where", R"([{"x":1}])", R"({"x":1,"y":0.5})"},
            {"where", "[{}]", R"({"x":3,"y":0.5})"},
            {"maybe", "[null]", R"({"x":1,"y":1})"},
            {"any", "[[1]]", "[1]"}});
}

Test(rpc_defaults, an_absent_member_has_its_default) {
    expect({{"ask", R"([{"text":""}])",
             R"({"text":"","page_size":20,"tags":["new","old"],"from":{"x":0,"y":0},"ids":[]})"},
            {"ask", R"([{"text":"","ids":[5],"tags":[],"from":{},"near":{"x":1},"page_size":1}])",
             R"({"text":"","page_size":1,"tags":[],"near":{"x":1,"y":0.5},)"
             R"("from":{"x":3,"y":0.5},"ids":[5]})"}});
}

// Elements were once appended to those of the initializer, and null was ignored.
Test(rpc_defaults, what_is_sent_replaces_an_initializers_value) {
    expect({{"full", R"([{"ids":[5],"names":{"b":2},"size":null}])",
             R"({"ids":[5],"names":{"b":2}})"},
            {"full", R"([{"ids":[],"names":{},"size":1}])", R"({"ids":[],"names":{},"size":1})"}});
}

Test(rpc_defaults, null_is_no_default) {
    for (const char* params : {"[null]", R"({"v":null})"}) {
        const std::string said = answer(methods, made_up::sent("count", params));
        expect_part(said, R"(expected array of integer, got null)");
    }
    expect_part(answer(methods, made_up::sent("ask", R"([{"text":"","tags":null}])")),
                R"("path":"/0/tags","expected":"array of string","got":"null")");
}

Test(rpc_defaults, a_default_does_not_loosen_the_bounds_of_what_is_sent) {
    expect_part(answer(methods, made_up::sent("tags", "[[]]")),
                R"("expected":"array of string of 1 to 2 elements","got":"0 elements")");
    expect_part(answer(methods, made_up::sent("ask", R"([{"text":"","page_size":0}])")),
                R"("path":"/0/page_size","expected":"integer from 1 to 100")");
}

Test(rpc_defaults, the_schema_has_the_value) {
    expect_part(schema("count"), R"(,"default":[]})");
    expect_part(schema("back"), R"(,"default":{}})");
    expect_part(schema("tags"), R"(,"default":["a","b"]})");
    cr_expect(schema("made") == R"({"allOf":[{"$ref":"#/components/schemas/point"}],)"
                                R"("default":{"x":3,"y":0.5}})");
    cr_expect(schema("where") == R"({"allOf":[{"$ref":"#/components/schemas/point"}],)"
                                 R"("default":{"x":9,"y":-1.5}})");
    const std::string structs = written([](bytes& out) {
        writer to(out);
        openrpc::components(all).write(to);
    });
    expect_part(structs, R"("page_size":{"type":"integer","minimum":1,"maximum":100,)"
                         R"("default":20})");
    expect_part(structs, R"("tags":{"type":"array","items":{"type":"string"},)"
                         R"("default":["new","old"]})");
    expect_part(structs, R"("near":{"anyOf":[{"$ref":"#/components/schemas/point"},)"
                         R"({"type":"null"}],"default":null})");
    expect_part(structs, R"("from":{"description":"where it begins",)"
                         R"("allOf":[{"$ref":"#/components/schemas/point"}],)"
                         R"("default":{"x":0,"y":0}})");
    expect_part(structs, R"("required":["text"])");
}

Test(rpc_defaults, descriptions_have_the_value) {
    const auto signature = [](std::string_view method) {
        return written([&](bytes& out) { rpc::append_signature(out, all, *all.find(method)); });
    };
    cr_expect(signature("tags") == R"(tags(t: array of string = ["a","b"]) -> array of string)");
    cr_expect(signature("made") == R"(made(p: point = {"x":3,"y":0.5}) -> point)");
    const std::string help = written([](bytes& out) {
        cli::append_method(out, all, *all.find("ask"), "http://a/api");
    });
    expect_part(help, "  page_size   integer from 1 to 100; default 20\n");
    expect_part(help, "  tags        array of string; default [\"new\",\"old\"]\n");
}

}}  // namespace defaults_test
