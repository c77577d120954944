// Patterns as constraints: violations, their places, and descriptions.
#include "one_argument.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <vector>

namespace pattern_test { namespace {

using namespace callbox;

namespace pattern_test {

struct part {
    std::string sku;
    std::optional<std::string> colour;
};
constexpr auto describe(as<part>) {
    return fields{field{"sku", &part::sku}.pattern<"^[A-Z]{2}-[0-9]+$">(),
                  field{"colour", &part::colour}.pattern<"^#[0-9a-f]{6}$">() = "#00ff00"};
}

}  // namespace pattern_test

using pattern_test::part;

template <class T> std::size_t count(const T& all) { return all.size(); }
std::size_t take(const part& p) { return p.sku.size(); }
bool is_there(const std::optional<std::string>& s) { return s.has_value(); }

constexpr std::array two_words{"ab", "c"};
constexpr api methods{
    method<"text", count<std::string>>("", arg("s").pattern<"^[A-Z]{2}-[0-9]+$">(),
        example({"AB-1"}, 4)),
    method<"both", count<std::string>>("", arg("s").pattern<"^[a-zä]+$">().length(3, 5) = "abc"),
    method<"maybe", is_there>("", arg("s").pattern<"^a?$">()),
    method<"list", count<std::vector<std::string>>>("",
        arg("v").each<pattern<"^[a-z]+$">().length_at_most(3)>().unique().size_at_least(2) =
            constant<two_words>),
    method<"map", count<std::map<std::string, std::vector<std::string>>>>("",
        arg("m").keys<pattern<"^[a-z]$">()>().each<constraint{}.each<pattern<"^x*$">()>()>()
            .size_at_least(2)),
    method<"part", take>("", "p"),
};

const one_argument calls(methods);

Test(rpc_pattern, a_text_that_does_not_match_is_refused) {
    constexpr const char* unmatched = "a string that does not match";
    calls.expect_refused({
        {"text", R"("AB-")", "/0", "string that matches ^[A-Z]{2}-[0-9]+$", unmatched},
        {"text", R"("")", "/0", "string that matches ^[A-Z]{2}-[0-9]+$", unmatched},
        {"text", "1", "/0", "string", "integer"},
        {"both", R"("aBc")", "/0", "string that matches ^[a-zä]+$", unmatched},
        {"both", R"("A")", "/0", "string of 3 to 5 characters", "1 character"},
        {"maybe", R"("aa")", "/0", "string that matches ^a?$", unmatched},
        {"list", R"(["a","b","C"])", "/0/2", "string that matches ^[a-z]+$", unmatched},
        {"map", R"({"a":[],"ab":[]})", "/0/ab", "name that matches ^[a-z]$", unmatched},
        {"map", R"({"a":[],"b":["x","y"]})", "/0/b/1", "string that matches ^x*$", unmatched},
        {"part", R"({"sku":"x"})", "/0/sku", "string that matches ^[A-Z]{2}-[0-9]+$",
         unmatched},
        {"part", R"({"sku":"AB-1","colour":"red"})", "/0/colour",
         "string that matches ^#[0-9a-f]{6}$", unmatched},
    });
}

Test(rpc_pattern, the_message_says_so) {
    const std::string said = calls.ask("text", R"("ab-1")");
    cr_expect(said.find(R"(parameter \"s\": expected string that matches ^[A-Z]{2}-[0-9]+$, )"
                        R"(got a string that does not match")") != std::string::npos,
              "%s", said.c_str());
}

Test(rpc_pattern, a_text_that_matches_is_taken) {
    calls.expect_taken({{"text", R"("AB-1")"}, {"text", R"("\u0041B\u002d12")"},
                        {"both", R"("\u00e4bc")"}, {"both", R"("äbc")"}, {"maybe", "null"},
                        {"maybe", R"("")"}, {"list", R"(["a","abc"])"},
                        {"map", R"({"a":[],"b":["","xx"]})"},
                        {"part", R"({"sku":"AB-1","colour":null})"},
                        {"part", R"({"sku":"AB-1"})"}});
}

Test(rpc_pattern, descriptions_have_the_pattern) {
    cr_expect(calls.takes("text") == "string that matches ^[A-Z]{2}-[0-9]+$");
    cr_expect(calls.takes("both") == "string of 3 to 5 characters that matches ^[a-zä]+$");
    cr_expect(calls.takes("maybe") == "string that matches ^a?$, or null");
    cr_expect(calls.takes("list") == "array of string of at least 2 elements, all different, each "
                                     "of at most 3 characters that matches ^[a-z]+$");
    cr_expect(calls.takes("map") == "object of array of string of at least 2 elements, names that "
                                    "match ^[a-z]$, each, each that matches ^x*$");
}

Test(rpc_pattern, the_schema_has_the_same_pattern) {
    cr_expect(calls.schema("text") == R"({"type":"string","pattern":"^[A-Z]{2}-[0-9]+$"})");
    cr_expect(calls.schema("both") == R"({"type":"string","pattern":"^[a-zä]+$","minLength":3,)"
                                      R"("maxLength":5,"default":"abc"})");
    cr_expect(calls.schema("maybe") == R"({"anyOf":[{"type":"string","pattern":"^a?$"},)"
                                       R"({"type":"null"}]})");
    cr_expect(calls.schema("map") == R"({"type":"object","additionalProperties":{"type":"array",)"
                                     R"("items":{"type":"string","pattern":"^x*$"}},)"
                                     R"("propertyNames":{"pattern":"^[a-z]$"},"minProperties":2})");
}

Test(rpc_pattern, the_placeholder_call_is_accepted) {
    calls.expect_taken_as_shown();
}

Test(rpc_pattern, examples_keep_them) { cr_expect(failing_examples(methods).empty()); }

}}  // namespace pattern_test
