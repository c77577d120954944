// Documents read with tokens of fewer scopes, and the clients made from them: parts of the document
// with all methods and of its client. What is hidden changes no name.
#include "generate/generate.hpp"
#include "openrpc/document.hpp"
#include "read/document_reader.hpp"
#include "support/everything.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scopes_test { namespace {

using namespace callbox;
using openrpc::generate::service, openrpc::generate::writer_of;

namespace near {
struct item {
    int steps = 0;
};
constexpr auto describe(as<item>) { return fields{field{"steps", &item::steps}}; }
}  // namespace near

namespace far {
struct item {
    std::int64_t miles = 0;
};
constexpr auto describe(as<item>) { return fields{field{"miles", &item::miles}}; }
struct Item {
    item of;
    bool known = false;
};
constexpr auto describe(as<Item>) {
    return fields{field{"of", &Item::of}, field{"known", &Item::known} = true};
}
struct i_tem {};
constexpr auto describe(as<i_tem>) { return fields{}; }
}  // namespace far

struct box {
    near::item in;
    far::item at;
};
constexpr auto describe(as<box>) { return fields{field{"in", &box::in}, field{"at", &box::at}}; }
using thing = std::variant<box, far::i_tem>;
constexpr auto describe(as<thing>) {
    return one_of{"is", tagged<box>("box"), tagged<far::i_tem>("item")};
}

// Of a length that clients cut.
struct first {};
constexpr auto describe(as<first>) {
    return fields{}.named("a_type_with_a_name_that_is_longer_than_the_names_of_types_in_clients_"
                          "may_ever_be_whatever_the_language_first");
}
struct second {};
constexpr auto describe(as<second>) {
    return fields{}.named("a_type_with_a_name_that_is_longer_than_the_names_of_types_in_clients_"
                          "may_ever_be_whatever_the_language_second");
}

struct level {};
struct degree {};

// The schema of two types.
constexpr std::string_view words[] = {"low", "high"};
struct word_codec {
    static constexpr type schema{.form = type_form::choice, .names = words, .name = "my level"};
    template <class T> static bool read(value, T&, violations&) { return true; }
    template <class T> static void write(writer& to, const T&) { to.string("low"); }
};

}}  // namespace scopes_test

template <> struct callbox::codec<scopes_test::level> : scopes_test::word_codec {};
template <> struct callbox::codec<scopes_test::degree> : scopes_test::word_codec {};

namespace scopes_test { namespace {

near::item step(near::item all) { return all; }
void travel(far::item) {}
far::item reach() { return {}; }
void find(const far::Item&) {}
far::Item found() { return {}; }
void forget(far::i_tem) {}
void open(const box&) {}
void use(const thing&) {}
first begin() { return {}; }
second go_on() { return {}; }
level ask() { return {}; }
degree heat() { return {}; }

constexpr api methods{
    method<"near.step", step>("", "all", fails(1, "too steep"), fails(2, "dark")),
    method<"far.travel", travel>("", "to", fails(1, "too far")),
    method<"far.reach", reach>(""),
    method<"item.find", find>("", "item", fails(2, "dark")),
    method<"item.found", found>(""),
    method<"item.forget", forget>("", "item"),
    method<"open", open>("", "box"),
    method<"use", use>("", "thing"),
    method<"begin", begin>(""),
    method<"go_on", go_on>(""),
    method<"ask", ask>(""),
    method<"heat", heat>(""),
};

std::string document_of(const table& all, const rpc::view* sees = nullptr) {
    return openrpc::describe(all, {.title = "t", .version = "1"}, sees).document;
}

// A document for each method, as read with a token for this method only.
std::vector<std::string> parts_of(const table& all) {
    std::vector<std::string> parts;
    for (const row& r : all.rows) {
        const std::string scopes[] = {std::string(r.name)};
        const rpc::view sees(all, scopes);
        parts.push_back(document_of(all, &sees));
    }
    return parts;
}

// The methods and the types of a document, each as JSON.
std::set<std::string> contents_of(std::string text) {
    document read;
    cr_assert(read.parse(text));
    const value types = *read.root().find("components")->find("schemas");
    std::set<std::string> all;
    for (const value each : read.root().find("methods")->items())
        all.insert(openrpc::canonical(each));
    for (const value::member m : types.members())
        all.insert(std::string(m.name.text()) + " is " + openrpc::canonical(m.value));
    return all;
}

// Whether the line lists what a client has of a kind, or is a comment on all methods.
bool is_of_all(std::string_view line) {
    return line == "export interface Errors {}" || line.find("explicit Calls(") != line.npos ||
           line.find("\"\"\"") != line.npos;
}

// Without the type of a member that calls must give: it depends on what the visible methods take.
std::string without_required(std::string line) {
    constexpr std::string_view before = "callbox::required<";
    const std::size_t at = line.find(before);
    if (at == line.npos) return line;
    line.erase(line.rfind('>'), 1);
    return line.erase(at, before.size());
}

// The other lines of a client, without the contract of its document.
std::set<std::string> lines_of(std::string document, std::string_view language) {
    service made;
    const std::string problem = openrpc::generate::read(document, made);
    cr_assert(problem.empty(), "%s", problem.c_str());
    made.contract.clear();
    const std::string text = writer_of(language)(made, {});
    std::set<std::string> lines;
    std::string_view rest = text;
    for (std::size_t end = 0; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1))
        if (!is_of_all(rest.substr(0, end)))
            lines.insert(without_required(std::string(rest.substr(0, end))));
    return lines;
}

void expect_within(const std::set<std::string>& part, const std::set<std::string>& whole) {
    for (const std::string& each : part) cr_expect(whole.contains(each), "%s", each.c_str());
}

Test(openrpc_scopes, the_document_of_a_scope_is_a_part_of_that_of_all_methods) {
    for (const table& all : {everything::table(), table(methods)}) {
        const std::set<std::string> whole = contents_of(document_of(all));
        for (const std::string& each : parts_of(all)) expect_within(contents_of(each), whole);
    }
}

Test(openrpc_scopes, the_client_of_a_scope_is_a_part_of_that_of_all_methods) {
    for (const table& all : {everything::table(), table(methods)})
        for (const std::string_view language : {"typescript", "python", "c++"}) {
            const std::set<std::string> whole = lines_of(document_of(all), language);
            for (const std::string& each : parts_of(all))
                expect_within(lines_of(each, language), whole);
        }
}

}}  // namespace scopes_test
