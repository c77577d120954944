#include "rpc/sample.hpp"
#include "support/everything.hpp"
#include "support/hostile_texts.hpp"
#include "support/shown.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace curl_test { namespace {

using namespace callbox;
using everything::point, everything::unit;

using alternatives = std::variant<std::vector<int>, bool>;

void basic(bool, std::int8_t, double, std::string_view, unit, json) {}
void bounded(std::int64_t, double, std::string_view, std::vector<int>,
             std::map<std::string, bool>) {}
void nested(everything::route, std::tuple<unit, std::optional<int>, point>, alternatives,
            std::map<std::string, int>, std::vector<std::string>) {}
void optional(std::optional<int>) {}
void keys(std::map<int, bool>, std::map<unit, bool>, std::map<uuid, bool>) {}
void distinct(std::set<int>, std::vector<std::string>, std::string) {}

// Methods without examples, which get placeholders.
constexpr api plain{
    method<"basic", basic>("Scalars.", "b", "i", "n", "s", "u", "any"),
    method<"bounded", bounded>("With bounds.", arg("i").in(-9, -5),
        arg("n").in(2.5, 3), arg("s").length(3, 4), arg("list").size(2, 3),
        arg("map").size(2, 2)),
    method<"nested", nested>("Nested values.", "route", "tuple", "either", "map", "list"),
    method<"optional", optional>("No required value.", "o"),
    method<"keys", keys>("Names of other types.", arg("numbers").size(2, 2),
        arg("units").size(2, 2), arg("ids").size_at_least(1)),
    method<"distinct", distinct>("Different values.", arg("set").size_at_least(3),
        arg("texts").each<pattern<"^x*$">()>().unique().size_at_least(2),
        arg("text").pattern<"^y*$">().length(2, 3)),
};

std::string request_of(const table& methods, std::string_view name) {
    bytes out;
    writer to(out);
    rpc::write_request(to, methods, *methods.find(name));
    return std::string(out.view());
}

void expect_request(std::string_view method, std::string_view wanted) {
    const std::string got = request_of(plain, method);
    cr_expect(got == wanted, "%s", got.c_str());
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

Test(rpc_curl, placeholders_exist_for_every_type) {
    expect_request("basic",
                   R"({"jsonrpc":"2.0","id":1,"method":"basic","params":)"
                   R"({"b":true,"i":1,"n":1,"s":"text","u":"m","any":null}})");
    expect_request("nested",
                   R"({"jsonrpc":"2.0","id":1,"method":"nested","params":)"
                   R"({"route":{"name":"x","path":[{"x":-1000,"y":1}]},)"
                   R"("tuple":["m",1,{"x":-1000,"y":1}],"either":[],"map":{},"list":[]}})");
}

Test(rpc_curl, placeholders_are_within_the_bounds) {
    expect_request("bounded",
                   R"({"jsonrpc":"2.0","id":1,"method":"bounded","params":)"
                   R"({"i":-9,"n":2.5,"s":"xxx","list":[1,1],)"
                   R"("map":{"name1":true,"name2":true}}})");
}

Test(rpc_curl, placeholders_of_names_have_their_type) {
    expect_request("keys",
                   R"({"jsonrpc":"2.0","id":1,"method":"keys","params":)"
                   R"({"numbers":{"1":true,"2":true},"units":{"m":true,"ft":true},)"
                   R"("ids":{"f81d4fae-7dec-41d0-8765-00a0c91e6bf6":true}}})");
}

Test(rpc_curl, placeholders_differ_where_they_must) {
    expect_request("distinct",
                   R"({"jsonrpc":"2.0","id":1,"method":"distinct","params":)"
                   R"({"set":[1,2,3],"texts":["","x"],"text":"yy"}})");
}

Test(rpc_curl, optional_parameters_are_omitted) {
    expect_request("optional",
                   R"({"jsonrpc":"2.0","id":1,"method":"optional"})");
}

Test(rpc_curl, every_request_is_accepted_by_its_method) {
    const table methods(plain);
    for (const row& each : methods.rows) {
        const std::string answered = answer(plain, request_of(methods, each.name));
        cr_expect(has(answered, R"("result":)"), "%s", answered.c_str());
    }
    everything::counter counter;
    const table all = everything::table();
    for (const row& each : all.rows) {
        const std::string answered = everything::answer(counter, request_of(all, each.name));
        cr_expect(has(answered, R"("result":)"), "%s", answered.c_str());
    }
}

Test(rpc_curl, a_line_is_made_of_the_example_that_is_named) {
    const table all = everything::table();
    const row& r = *all.find("type.same");
    std::string lines;
    for (const example_call& e : all.examples_of(r)) {
        bytes out;
        rpc::append_curl(out, all, r, "URL", &e);
        lines.append(out.view()).append("\n");
    }
    cr_expect(has(lines, R"(URL -d '{"jsonrpc":"2.0","id":1,"method":"type.same",)"
                         R"("params":[true]}')"), "%s", lines.c_str());
    cr_expect(has(lines, R"("params":[[1,2]]}')"), "%s", lines.c_str());
}

// An argument of a program ends at a NUL; a request has none, since it is JSON.
Test(rpc_curl, a_shell_reads_a_quoted_word_as_it_was) {
    bytes line;
    std::string wanted;
    line.append("printf '%s\\0'");
    for (const std::string_view text : support::hostile_texts) {
        if (text.find('\0') != text.npos) continue;
        line.append(' ');
        rpc::append_quoted(line, text);
        wanted.append(text).append(1, '\0');
    }
    FILE* const sh = ::popen(std::string(line.view()).c_str(), "r");
    std::string got;
    for (int c = std::fgetc(sh); c != EOF; c = std::fgetc(sh)) got += static_cast<char>(c);
    cr_expect(::pclose(sh) == 0 && got == wanted, "%s", support::shown(got, 5'000).c_str());
}

}}  // namespace curl_test
