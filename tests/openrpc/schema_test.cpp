#include "openrpc/schema.hpp"
#include "rpc/sample.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace schema_test {

using namespace callbox;

struct place {
    double height = 0;
};
constexpr auto describe(as<place>) { return fields{field{"height", &place::height}}; }

struct trip {
    place begin;
    place end;
    std::optional<place> by;
};
constexpr auto describe(as<trip>) {
    return fields{field{"begin", &trip::begin, "where it begins"}, field{"end", &trip::end},
                  field{"by", &trip::by, "on the way"}};
}

struct preferences {
    bool window = false;
    std::string meal;
};
constexpr auto describe(as<preferences>) {
    return fields{field{"window", &preferences::window} = true,
                  field{"meal", &preferences::meal} = ""};
}

struct tree {
    std::variant<std::vector<tree>, bool> below;
};
constexpr auto describe(as<tree>) { return fields{field{"below", &tree::below}}; }

template <class T> struct page {
    std::vector<T> items;
};
template <class T> constexpr auto describe(as<page<T>>) {
    return fields{field{"items", &page<T>::items}};
}

struct circle {
    double radius = 0;
};
constexpr auto describe(as<circle>) { return fields{field{"radius", &circle::radius}}; }
struct group;
using shape = std::variant<circle, group>;
struct group {
    std::vector<shape> shapes;
};
constexpr auto describe(as<group>) { return fields{field{"shapes", &group::shapes}}; }
constexpr auto describe(as<shape>) {
    return one_of{"is", tagged<circle>("circle"), tagged<group>("a \"group\"")};
}
using outline = std::variant<circle, place>;
constexpr auto describe(as<outline>) {
    return one_of{"form", tagged<circle>("circle"), tagged<place>("place")}.named("outline");
}

}  // namespace schema_test

namespace schema_test { namespace {

void sized(std::vector<int>, std::map<std::string, int>) {}
void go(schema_test::trip, schema_test::preferences) {}
void grow(schema_test::tree) {}
void turn(schema_test::page<schema_test::place>, schema_test::page<std::string>) {}
void count(std::int64_t, std::uint64_t, std::int32_t, std::optional<std::int64_t>) {}

enum class mood { calm, wild };
constexpr auto describe(as<mood>) {
    return choices{choice{mood::calm, "calm"}, choice{mood::wild, "wild"}}.named("temper");
}
struct search {
    std::string text;
    mood how = mood::calm;
    std::optional<int> most;
    std::optional<int> least;
};
constexpr auto describe(as<search>) {
    return fields{field{"text", &search::text}, field{"how", &search::how, "which"} = mood::wild,
                  field{"most", &search::most} = 9, field{"least", &search::least}}
        .named("query");
}
struct found {
    search by;
    std::vector<mood> all;
};
constexpr auto describe(as<found>) {
    return fields{field{"by", &found::by}, field{"all", &found::all}};
}
// Has the name that the result's schema would get.
struct query_result {};
constexpr auto describe(as<query_result>) { return fields{}; }

found find(const search&, std::optional<mood>, query_result, const found&) { return {}; }
found last() { return {}; }
constexpr api finding{method<"find", find>("", "query", arg("how") = mood::calm, by_name_only,
                                           "other", "before")};
constexpr api answering{method<"last", last>("")};

void draw(schema_test::shape, schema_test::circle, std::optional<schema_test::outline>) {}

// A type with a format of its own.
struct colour {
    std::string text;
};

}}  // namespace schema_test

template <> struct callbox::codec<schema_test::colour> {
    static constexpr type schema{
        .form = type_form::string, .format = "colour", .sample = "#ff8000"};
    static bool read(value from, schema_test::colour& out, violations& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        out.text = from.text();
        return out.text.starts_with('#') || bad.refuse(from, schema, "it does not begin with #");
    }
};

namespace schema_test { namespace {

void mean(std::chrono::year_month_day, std::chrono::sys_seconds, uuid, std::vector<std::byte>,
          colour) {}
constexpr api meaning{method<"mean", mean>("", "a", "b", "c", "d", "e")};

constexpr api drawing{method<"draw", draw>("", "shape", "circle", arg("outline", "around it"))};

constexpr api methods{
    method<"sized", sized>("", arg("list").size(1, 2), arg("map").size(3, 4)),
    method<"go", go>("", "trip", "preferences"),
    method<"grow", grow>("", "tree"),
    method<"turn", turn>("", "places", "names"),
    method<"count", count>("", arg("a").in(0, 9), "b", "c", "d"),
};

std::string schema_of(std::string_view method, std::size_t param, const table& all = methods) {
    const openrpc::components structs(all);
    bytes out;
    writer to(out);
    structs.write_param(to, all.params_of(*all.find(method))[param]);
    return std::string(out.view());
}

std::string all_structs(const table& all = methods) {
    const openrpc::components structs{all};
    bytes out;
    writer to(out);
    structs.write(to);
    return std::string(out.view());
}

void expect(const std::string& got, std::string_view wanted) {
    cr_expect(got == wanted, "%s", got.c_str());
}
void expect_part(const std::string& got, std::string_view part) {
    cr_expect(got.find(part) != std::string::npos, "%s", got.c_str());
}

Test(openrpc_schema, sizes_of_lists_and_of_maps_have_different_keywords) {
    constexpr std::string_view element =
        R"({"type":"integer","minimum":-2147483648,"maximum":2147483647})";
    expect(schema_of("sized", 0), R"({"type":"array","items":)" + std::string(element) +
                                      R"(,"minItems":1,"maxItems":2})");
    expect(schema_of("sized", 1), R"({"type":"object","additionalProperties":)" +
                                      std::string(element) +
                                      R"(,"minProperties":3,"maxProperties":4})");
}

Test(openrpc_schema, a_reference_with_a_doc_is_not_alone) {
    expect_part(all_structs(),
                R"("begin":{"description":"where it begins",)"
                R"("allOf":[{"$ref":"#/components/schemas/place"}]},)"
                R"("end":{"$ref":"#/components/schemas/place"})");
}

Test(openrpc_schema, what_is_required_is_listed_where_anything_is) {
    const std::string all = all_structs();
    expect_part(all, R"("required":["begin","end"],"additionalProperties":false)");
    expect_part(all, R"("preferences":{"title":"preferences","type":"object","properties":{)"
                     R"("window":{"type":"boolean","default":true},)"
                     R"("meal":{"type":"string","default":""}},"additionalProperties":false})");
}

Test(openrpc_schema, a_struct_that_has_itself_in_an_alternative_is_cut_off) {
    expect_part(all_structs(), R"({"type":"object","x-recursive":"tree"})");
}

Test(openrpc_schema, a_generic_is_named_for_its_arguments) {
    expect(schema_of("turn", 0), R"({"$ref":"#/components/schemas/page_place"})");
    expect(schema_of("turn", 1), R"({"$ref":"#/components/schemas/page_string"})");
    expect_part(all_structs(), R"("page_place":{"title":"page_place","type":"object")");
}

Test(openrpc_schema, integers_of_64_bits_say_so_whatever_their_range) {
    expect(schema_of("count", 0),
           R"({"type":"integer","x-format":"int64","minimum":0,"maximum":9})");
    expect(schema_of("count", 1), R"({"type":"integer","x-format":"uint64","minimum":0,)"
                                  R"("maximum":18446744073709551615})");
    expect(schema_of("count", 2),
           R"({"type":"integer","minimum":-2147483648,"maximum":2147483647})");
    expect(schema_of("count", 3), R"({"anyOf":[{"type":"integer","x-format":"int64",)"
                                  R"("minimum":-9223372036854775808,)"
                                  R"("maximum":9223372036854775807},{"type":"null"}]})");
}

Test(openrpc_schema, a_tagged_union_is_a_component_of_alternatives_with_the_tag) {
    expect(schema_of("draw", 0, drawing), R"({"$ref":"#/components/schemas/circle_or_group"})");
    expect(schema_of("draw", 2, drawing),
           R"({"anyOf":[{"$ref":"#/components/schemas/outline"},{"type":"null"}]})");
    const std::string all = all_structs(drawing);
    expect_part(all, R"("outline":{"title":"outline","oneOf":[)"
                     R"({"$ref":"#/components/schemas/outline_circle"},)"
                     R"({"$ref":"#/components/schemas/place"}],)"
                     R"("discriminator":{"propertyName":"form","mapping":{)"
                     R"("circle":"#/components/schemas/outline_circle",)"
                     R"("place":"#/components/schemas/place"}}})");
    expect_part(all, R"("outline_circle":{"title":"outline_circle","type":"object","properties":)"
                     R"({"form":{"type":"string","const":"circle"},"radius":{"type":"number"}},)"
                     R"("required":["form","radius"],"additionalProperties":false})");
    expect_part(all, R"("is":{"type":"string","const":"a \"group\""})");
}

Test(openrpc_schema, a_struct_that_stands_alone_keeps_its_name) {
    expect(schema_of("draw", 1, drawing), R"({"$ref":"#/components/schemas/circle"})");
    const std::string all = all_structs(drawing);
    expect_part(all, R"("circle":{"title":"circle","type":"object","properties":{"radius":)");
    expect_part(all, R"("circle_or_group_circle":{)");
}

Test(openrpc_schema, a_union_within_itself_is_cut_off_in_the_alternative) {
    expect_part(all_structs(drawing),
                R"("shapes":{"type":"array","items":{"type":"object",)"
                R"("x-recursive":"circle_or_group"}})");
}

Test(openrpc_schema, texts_with_a_meaning_have_a_format_and_an_example) {
    const char* const wanted[] = {
        R"({"type":"string","format":"date","examples":["2024-02-29"]})",
        R"({"type":"string","format":"date-time","examples":["2024-02-29T12:30:00Z"]})",
        (R"({"type":"string","format":"uuid",)"
         R"("examples":["f81d4fae-7dec-41d0-8765-00a0c91e6bf6"]})"),
        R"({"type":"string","contentEncoding":"base64","examples":["YWI="]})",
        R"({"type":"string","x-format":"colour","examples":["#ff8000"]})",
    };
    for (std::size_t i = 0; i < 5; ++i) expect(schema_of("mean", i, meaning), wanted[i]);
}

Test(openrpc_schema, samples_of_texts_are_accepted) {
    const table all(meaning);
    for (const param& p : all.params_of(*all.find("mean")))
        cr_expect(p.type->why_not(p.type->sample).empty(), "%s", p.type->sample.data());
    std::string params = "[";
    bytes made;
    for (const param& p : all.params_of(*all.find("mean"))) {
        made.clear();
        writer to(made);
        rpc::write_placeholder(to, *p.type);
        params += std::string(made.view()) + ",";
    }
    params.back() = ']';
    const auto ask = [](const std::string& given) {
        return answer(meaning,
                      R"({"jsonrpc":"2.0","id":1,"method":"mean","params":)" + given + "}");
    };
    expect_part(ask(params), R"("result":null)");
    params.replace(params.find("#ff"), 1, "x");
    expect_part(ask(params), R"(parameter \"e\": expected colour, got string: it does not begin)");
}

Test(openrpc_schema, enumerations_have_names_which_describe_may_give) {
    expect(schema_of("find", 1, finding),
           R"({"anyOf":[{"$ref":"#/components/schemas/temper"},{"type":"null"}],)"
           R"("default":"calm"})");
    expect_part(all_structs(finding),
                R"("temper":{"title":"temper","type":"string","enum":["calm","wild"]})");
    expect_part(all_structs(finding),
                R"("how":{"description":"which",)"
                R"("allOf":[{"$ref":"#/components/schemas/temper"}],"default":"wild"})");
}

Test(openrpc_schema, a_struct_with_defaults_has_another_schema_as_a_result) {
    const std::string all = all_structs(finding);
    expect(schema_of("find", 0, finding), R"({"$ref":"#/components/schemas/query"})");
    expect_part(all, R"("least":{"anyOf":[{"type":"integer","minimum":-2147483648,)"
                     R"("maximum":2147483647},{"type":"null"}]}},"required":["text"],)");
    // An optional is left out when it is empty, with a default too.
    expect_part(all, R"("query_result2":{"title":"query_result2","type":"object","properties":)"
                     R"({"text":{"type":"string"},"how":{"description":"which","allOf":[)"
                     R"({"$ref":"#/components/schemas/temper"}]},"most":{"anyOf":[)");
    expect_part(all, R"("required":["text","how"],"additionalProperties":false})");
}

Test(openrpc_schema, what_contains_such_a_struct_has_two_schemas_too) {
    const std::string all = all_structs(finding);
    expect(schema_of("find", 3, finding), R"({"$ref":"#/components/schemas/found"})");
    expect_part(all, R"("found":{"title":"found","type":"object","properties":{"by":)"
                     R"({"$ref":"#/components/schemas/query"})");
    expect_part(all, R"("found_result":{"title":"found_result","type":"object","properties":)"
                     R"({"by":{"$ref":"#/components/schemas/query_result2"})");
    cr_expect(all.find("temper_result") == std::string::npos);
}

Test(openrpc_schema, a_type_has_one_name_for_readers) {
    const auto names = [](const table& all) {
        const openrpc::components types(all);
        std::string joined;
        for (const type* t : types.objects()) joined.append(types.name_of(*t)).append(" ");
        return joined;
    };
    expect(names(finding), "query query_result found ");
    expect(names(answering), "found query ");
    expect(names(methods), "trip place preferences tree page_place page_string ");
    expect(names(drawing),
           "circle_or_group circle outline circle_or_group_circle group outline_circle place ");
}

Test(openrpc_schema, what_stands_on_one_side_only_has_one_schema) {
    const std::string all = all_structs(answering);
    expect_part(all, R"("query":{"title":"query")");
    expect_part(all, R"("required":["text","how"])");
    cr_expect(all.find("_result") == std::string::npos && all.find("default") == std::string::npos,
              "%s", all.c_str());
}

}}  // namespace schema_test
