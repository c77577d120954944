// Containers of every form: lists, sets, maps with keys of other types, pointers, paths.
#include "support/messages.hpp"

#include "openrpc/document.hpp"

#include <callbox/callbox.hpp>
#include <callbox/path.hpp>

#include <criterion/criterion.h>

#include <deque>
#include <list>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>

namespace containers_test { namespace {

using callbox::api, callbox::example, callbox::method;
using std::string, std::string_view;

enum class colour { red, blue };
constexpr auto describe(callbox::as<colour>) {
    using callbox::choice;
    return callbox::choices{choice{colour::red, "red"}, choice{colour::blue, "blue"}};
}
struct tree {
    int value = 0;
    std::unique_ptr<tree> left, right;
};
constexpr auto describe(callbox::as<tree>) {
    using callbox::field;
    return callbox::fields{field{"value", &tree::value}, field{"left", &tree::left},
                           field{"right", &tree::right}};
}
// A container of a program.
template <class T> struct bag : private std::vector<T> {
    using list = std::vector<T>;
    using typename list::value_type;
    using list::begin, list::end, list::clear, list::push_back;
};

template <class T> T same(T given) { return given; }
using std::map, std::set;
constexpr api methods{
    method<"list", same<std::list<colour>>>("", "x"),
    method<"deque", same<std::deque<bool>>>("", "x"),
    method<"bag", same<bag<int>>>("", "x"),
    method<"set", same<set<int>>>("", "x", example({{1, 2}}, {1, 2})),
    method<"hash_set", same<std::unordered_set<string>>>("", "x"),
    method<"times", same<set<std::chrono::sys_seconds>>>("", "x"),
    method<"by_number", same<map<int, string>>>("", "x", example({{{"1", "a"}}}, {{"1", "a"}})),
    method<"by_size", same<map<unsigned char, int, std::greater<>>>>("", "x"),
    method<"by_colour", same<map<colour, int>>>("", "x", example({{{"red", 1}}}, {{"red", 1}})),
    method<"by_uuid", same<std::unordered_map<callbox::uuid, int>>>("", "x"),
    method<"by_name", same<map<string, int, std::less<>>>>("", "x"),
    method<"tree", same<tree>>("", "x"),
    method<"pointer", same<std::unique_ptr<int>>>("", callbox::arg("x") = 5),
    method<"path", same<std::filesystem::path>>("", "x"),
};

void expect(string_view name, string_view given, string_view wanted) {
    const string params = "[" + string(given) + "]";
    const string got = callbox::answer(methods, made_up::sent(name, params));
    cr_expect(got == made_up::answered(wanted), "%s", got.c_str());
}
void expect_same(string_view name, string_view given) { expect(name, given, given); }
void expect_refused(string_view name, string_view given, string_view why) {
    const string params = "[" + string(given) + "]";
    const string got = callbox::answer(methods, made_up::sent(name, params));
    cr_expect(got.find("-32602") != got.npos && got.find(why) != got.npos, "%s", got.c_str());
}

Test(json_containers, lists_go_there_and_back) {
    expect_same("list", R"(["red","blue","red"])");
    expect_same("deque", "[true,false,true]");
    expect_same("bag", "[3,1,3]");
    expect_same("bag", "[]");
    expect_refused("list", R"(["red","green"])", R"("path":"/0/1")");
    expect_refused("deque", "{}", "got object");
}

Test(json_containers, elements_of_sets_differ) {
    expect("set", "[3,1,2]", "[1,2,3]");
    expect_same("hash_set", R"(["x"])");
    expect_refused("set", "[3,1,3]", "a duplicate of element 0");
    expect_refused("hash_set", R"(["x","y","\u0078"])", "a duplicate of element 0");
    expect_refused("times", R"(["2024-01-01T00:00:00Z","2024-01-01T01:00:00+01:00"])",
                   "equals an earlier element");
}

Test(json_containers, keys_have_a_type) {
    expect("by_number", R"({"10":"a","-3":"b","0":"c"})", R"({"-3":"b","0":"c","10":"a"})");
    expect("by_size", R"({"1":1,"255":2})", R"({"255":2,"1":1})");
    expect_same("by_colour", R"({"red":1,"blue":2})");
    expect_same("by_uuid", R"({"f81d4fae-7dec-41d0-a765-00a0c91e6bf6":1})");
    expect_same("by_name", R"({"":1,"x y":2})");
    for (const string_view key : {"01", "-0", "00", "-01", "+1", " 1", "1 ", "", "-", "x", "1.0",
                                  "1e1", "2147483648", "99999999999999999999"})
        expect_refused("by_number", "{\"" + string(key) + R"(":"a"})",
                       "must be an integer in range");
    for (const string_view key : {"256", "-1"})
        expect_refused("by_size", "{\"" + string(key) + R"(":1})", "must be an integer in range");
    expect_refused("by_number", R"({"1":"a","1":"b"})", "twice");
    expect_refused("by_colour", R"({"red":1,"green":2})", "green");
    expect_refused("by_uuid", R"({"f81":1})", "must have 36 characters");
    expect_refused("by_uuid", R"({"f81d4fae-7dec-41d0-a765-00a0c91e6bf6":1,)"
                              R"("F81D4FAE-7dec-41d0-a765-00a0c91e6bf6":2})", "twice");
}

Test(json_containers, a_pointer_is_a_nullable_value) {
    expect_same("tree", R"({"value":1,"left":{"value":2,"right":{"value":3}}})");
    expect("tree", R"({"value":1,"left":null})", R"({"value":1})");
    expect_refused("tree", R"({"value":1,"left":{"value":"x"}})", R"("path":"/0/left/value")");
    expect_same("pointer", "7");
    expect_same("pointer", "null");
    expect("pointer", "", "5");
}

Test(json_containers, a_path_has_no_nul) {
    expect_same("path", R"("/a b/c.txt")");
    expect_same("path", R"("")");
    expect_refused("path", R"("a\u0000b")", "a path has no NUL");
}

Test(json_containers, many_names_in_one_bucket_are_refused) {
    string given = "[";
    for (int i = 0; i < 300; ++i) given += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
    cr_expect(callbox::answer(methods, made_up::sent("hash_set", "[" + given + "]]"))
                  .find("result") != string::npos);
}

Test(json_containers, the_document_says_what_differs) {
    const string document = callbox::openrpc::describe(callbox::table(methods), {}).document;
    for (const string_view part :
         {R"("maximum":2147483647},"uniqueItems":true)",
          R"("propertyNames":{"pattern":"^(0|-?[1-9][0-9]*)$"})",
          R"("propertyNames":{"pattern":"^(0|[1-9][0-9]*)$"})",
          R"("propertyNames":{"enum":["red","blue"]})", R"("propertyNames":{"type":"string",)"})
        cr_expect(document.find(part) != document.npos, "%s", string(part).c_str());
    cr_expect(callbox::failing_examples(methods).empty());
}

}}  // namespace containers_test
