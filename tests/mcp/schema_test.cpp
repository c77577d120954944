#include "schemas.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace schema_test {

using namespace callbox;

enum class unit { metre, foot };
constexpr auto describe(as<unit>) {
    return choices{choice{unit::metre, "m"}, choice{unit::foot, "ft"}};
}

struct point {
    double x = 0;
    std::optional<double> y;
    int z = 0;
};
constexpr auto describe(as<point>) {
    return fields{field{"x", &point::x, "to the east"}.in(-1000, 1000), field{"y", &point::y},
                  field{"z", &point::z} = 7};
}

struct card {
    std::string number;
};
struct cash {};
constexpr auto describe(as<card>) {
    return fields{field{"number", &card::number}.length(1, 19)};
}
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<card, cash>;
constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<cash>("cash")}.named("payment");
}
struct colour {};

}  // namespace schema_test

template <> struct callbox::codec<schema_test::colour> {
    static constexpr type schema{
        .form = type_form::string, .format = "colour", .sample = "#ff8000"};
    static bool read(value, schema_test::colour&, violations&) { return true; }
    static void write(writer& to, schema_test::colour) { to.string("#ff8000"); }
};

namespace schema_test { namespace {

using namespace schema_test;
using namespace mcp_test;

constexpr std::string_view point_in =
    R"({"type":"object","properties":{)"
    R"("x":{"description":"to the east","type":"number","minimum":-1000,"maximum":1000},)"
    R"("y":{"type":"number"},)"
    R"("z":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"default":7}},)"
    R"("required":["x"],"additionalProperties":false})";
constexpr std::string_view point_out =
    R"({"type":"object","properties":{)"
    R"("x":{"description":"to the east","type":"number","minimum":-1000,"maximum":1000},)"
    R"("y":{"anyOf":[{"type":"number"},{"type":"null"}]},)"
    R"("z":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},)"
    R"("required":["x","z"],"additionalProperties":false})";

constexpr std::string_view payment_schema =
    R"({"anyOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["card"]},)"
    R"("number":{"type":"string","minLength":1,"maxLength":19}},)"
    R"("required":["kind","number"],"additionalProperties":false},)"
    R"({"type":"object","properties":{"kind":{"type":"string","enum":["cash"]}},)"
    R"("required":["kind"],"additionalProperties":false}]})";

constexpr api documented_struct{method<"one", give<cash>>("", returns("nothing \"at all\""))};
constexpr api documented_bool{method<"one", give<bool>>("", returns("whether"))};

Test(mcp_schema, no_parameters_are_an_object_with_no_properties) {
    static constexpr api one{method<"one", give<int>>("")};
    expect(written(one, true), R"({"type":"object","properties":{},"additionalProperties":false})");
}

Test(mcp_schema, integers_have_bounds_up_to_those_of_javascript) {
    expect_type<std::int8_t>(R"({"type":"integer","minimum":-128,"maximum":127})");
    expect_type<std::uint8_t>(R"({"type":"integer","minimum":0,"maximum":255})");
    expect_type<std::int16_t>(R"({"type":"integer","minimum":-32768,"maximum":32767})");
    expect_type<std::uint16_t>(R"({"type":"integer","minimum":0,"maximum":65535})");
    expect_type<std::int32_t>(
        R"({"type":"integer","minimum":-2147483648,"maximum":2147483647})");
    expect_type<std::uint32_t>(R"({"type":"integer","minimum":0,"maximum":4294967295})");
    expect_type<std::int64_t>(R"({"type":"integer"})");
    expect_type<std::uint64_t>(R"({"type":"integer","minimum":0})");
}

Test(mcp_schema, bounds_of_integers_replace_those_of_their_width) {
    expect_arg<std::int64_t>([] { return arg("a").in(-3, 9); },
                             R"({"type":"integer","minimum":-3,"maximum":9})");
    expect_arg<std::int8_t>([] { return arg("a").at_least(5); },
                            R"({"type":"integer","minimum":5,"maximum":127})");
    expect_arg<std::int8_t>([] { return arg("a").at_most(5); },
                            R"({"type":"integer","minimum":-128,"maximum":5})");
    expect_arg<std::int64_t>([] { return arg("a").at_least(5); },
                             R"({"type":"integer","minimum":5})");
    expect_arg<std::uint64_t>([] { return arg("a").at_most(5); },
                              R"({"type":"integer","minimum":0,"maximum":5})");
}

Test(mcp_schema, bounds_beyond_2_to_the_53_are_left_out) {
    expect_arg<std::int64_t>(
        [] { return arg("a").in(-9007199254740991, 9007199254740991); },
        R"({"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991})");
    expect_arg<std::int64_t>([] { return arg("a").in(-9007199254740992, 9007199254740992); },
                             R"({"type":"integer"})");
    expect_arg<std::uint64_t>([] { return arg("a").in(1, 18446744073709551615u); },
                              R"({"type":"integer","minimum":1})");
}

Test(mcp_schema, numbers_have_the_bounds_that_are_said) {
    expect_type<double>(R"({"type":"number"})");
    expect_type<float>(R"({"type":"number"})");
    expect_arg<double>([] { return arg("a").in(-0.5, 1); },
                       R"({"type":"number","minimum":-0.5,"maximum":1})");
    expect_arg<double>([] { return arg("a").at_most(2); }, R"({"type":"number","maximum":2})");
}

Test(mcp_schema, texts_truths_and_choices) {
    expect_type<std::string>(R"({"type":"string"})");
    expect_type<std::string_view>(R"({"type":"string"})");
    expect_arg<std::string>([] { return arg("a").length(1, 20); },
                            R"({"type":"string","minLength":1,"maxLength":20})");
    expect_arg<std::string>([] { return arg("a").length_at_least(3); },
                            R"({"type":"string","minLength":3})");
    expect_arg<std::string>([] { return arg("a").length_at_most(3); },
                            R"({"type":"string","maxLength":3})");
    expect_type<bool>(R"({"type":"boolean"})");
    expect_type<unit>(R"({"type":"string","enum":["m","ft"]})");
}

Test(mcp_schema, formats_are_written_if_validators_support_them) {
    expect_type<std::chrono::year_month_day>(R"({"type":"string","format":"date"})");
    expect_type<std::chrono::sys_seconds>(R"({"type":"string","format":"date-time"})");
    expect_type<uuid>(R"({"type":"string","format":"uuid"})");
    expect_type<std::vector<std::byte>>(R"({"type":"string","contentEncoding":"base64"})");
    expect_type<colour>(R"({"type":"string"})");
}

Test(mcp_schema, lists_and_tuples_of_one_type) {
    expect_type<std::vector<bool>>(R"({"type":"array","items":{"type":"boolean"}})");
    expect_arg<std::vector<bool>>([] { return arg("a").size(1, 3); },
                                  R"({"type":"array","items":{"type":"boolean"},)"
                                  R"("minItems":1,"maxItems":3})");
    expect_arg<std::vector<bool>>([] { return arg("a").size_at_least(1); },
                                  R"({"type":"array","items":{"type":"boolean"},"minItems":1})");
    expect_type<std::array<bool, 2>>(R"({"type":"array","items":{"type":"boolean"},)"
                                     R"("minItems":2,"maxItems":2})");
    expect_type<std::pair<bool, bool>>(R"({"type":"array","items":{"type":"boolean"},)"
                                       R"("minItems":2,"maxItems":2})");
    expect_type<std::vector<std::vector<unit>>>(
        R"({"type":"array","items":{"type":"array","items":)"
        R"({"type":"string","enum":["m","ft"]}}})");
}

Test(mcp_schema, elements_have_bounds_of_their_own) {
    expect_arg<std::vector<std::string>>(
        [] { return arg("a").each<length(1, 4)>().unique().size(0, 9); },
        R"({"type":"array","items":{"type":"string","minLength":1,"maxLength":4},)"
        R"("uniqueItems":true,"minItems":0,"maxItems":9})");
}

Test(mcp_schema, tuples_of_several_types_are_said_twice) {
    expect_type<std::tuple<bool, std::string>>(
        R"({"type":"array","prefixItems":[{"type":"boolean"},{"type":"string"}],)"
        R"("items":{"anyOf":[{"type":"boolean"},{"type":"string"}]},"minItems":2,"maxItems":2})");
}

Test(mcp_schema, maps_are_objects_of_one_type) {
    expect_type<std::map<std::string, bool>>(
        R"({"type":"object","additionalProperties":{"type":"boolean"}})");
    expect_arg<std::map<std::string, std::uint8_t>>(
        [] { return arg("a").keys<length(1, 8)>().each<in(1, 5)>().size(1, 3); },
        R"({"type":"object","additionalProperties":{"type":"integer","minimum":1,"maximum":5},)"
        R"("propertyNames":{"minLength":1,"maxLength":8},"minProperties":1,"maxProperties":3})");
}

Test(mcp_schema, structs_are_written_out_in_place) {
    expect_type<point>(point_in);
    expect_type<std::vector<point>>(R"({"type":"array","items":)" + std::string(point_in) + "}");
    static constexpr api two{method<"two", [](point, point) {}>("", "a", "b")};
    expect(written(two, true),
           R"({"type":"object","properties":{"a":)" + std::string(point_in) + R"(,"b":)" +
               std::string(point_in) +
               R"(},"required":["a","b"],"additionalProperties":false})");
}

Test(mcp_schema, an_optional_parameter_or_member_is_as_its_type) {
    expect_type<std::optional<bool>>(R"({"type":"boolean"})", false);
    expect_arg<std::optional<std::int8_t>>([] { return arg("a").in(1, 2); },
                                           R"({"type":"integer","minimum":1,"maximum":2})", false);
    expect_type<std::optional<point>>(point_in, false);
}

Test(mcp_schema, null_elsewhere_is_an_alternative) {
    expect_type<std::vector<std::optional<bool>>>(
        R"({"type":"array","items":{"anyOf":[{"type":"boolean"},{"type":"null"}]}})");
    expect_type<std::map<std::string, std::optional<bool>>>(
        R"({"type":"object","additionalProperties":)"
        R"({"anyOf":[{"type":"boolean"},{"type":"null"}]}})");
}

Test(mcp_schema, docs_and_defaults_are_written) {
    expect_arg<bool>([] { return arg("a", "whether") = true; },
                     R"({"description":"whether","type":"boolean","default":true})", false);
    expect_arg<std::string>([] { return arg("a", "a \"text\"") = "x"; },
                            R"({"description":"a \"text\"","type":"string","default":"x"})", false);
    expect_arg<unit>([] { return arg("a") = unit::foot; },
                     R"({"type":"string","enum":["m","ft"],"default":"ft"})", false);
    expect_arg<std::vector<int>>([] { return arg("a") = {}; },
                                 R"({"type":"array","items":{"type":"integer",)"
                                 R"("minimum":-2147483648,"maximum":2147483647},"default":[]})",
                                 false);
}

Test(mcp_schema, parameters_given_by_name_only_are_like_the_others) {
    static constexpr api one{method<"one", take<bool>>("", by_name_only, "a")};
    expect_param(one, R"({"type":"boolean"})");
}

Test(mcp_schema, variants_are_alternatives_and_any_json_is_all) {
    expect_type<std::variant<std::monostate, bool, std::string>>(
        R"({"anyOf":[{"type":"null"},{"type":"boolean"},{"type":"string"}]})");
    expect_type<json>("{}");
    expect_type<std::vector<json>>(R"({"type":"array","items":{}})");
}

Test(mcp_schema, a_tagged_union_is_its_alternatives_each_with_its_tag) {
    expect_type<payment>(payment_schema);
}

Test(mcp_schema, a_struct_or_a_map_is_a_result_as_it_is) {
    expect_result<point>(point_out);
    expect_result<std::map<std::string, bool>>(
        R"({"type":"object","additionalProperties":{"type":"boolean"}})");
}

Test(mcp_schema, any_other_result_is_wrapped_in_an_object) {
    expect_wrapped<std::int64_t>(R"({"type":"integer"})");
    expect_wrapped<std::string>(R"({"type":"string"})");
    expect_wrapped<std::vector<bool>>(R"({"type":"array","items":{"type":"boolean"}})");
    expect_wrapped<std::optional<bool>>(R"({"anyOf":[{"type":"boolean"},{"type":"null"}]})");
    expect_wrapped<std::optional<point>>(R"({"anyOf":[)" + std::string(point_out) +
                                         R"(,{"type":"null"}]})");
    expect_wrapped<payment>(payment_schema);
    expect_wrapped<json>("{}");
    static constexpr api nothing{method<"one", [] {}>("")};
    expect_output(nothing, R"({"type":"object","properties":{"result":{"type":"null"}},)"
                          R"("required":["result"],"additionalProperties":false})");
}

Test(mcp_schema, the_doc_of_a_result_is_its_description) {
    expect_output(documented_struct,
                 R"({"description":"nothing \"at all\"","type":"object","properties":{},)"
                 R"("additionalProperties":false})");
    expect_output(documented_bool,
                 R"({"type":"object","properties":{"result":)"
                 R"({"description":"whether","type":"boolean"}},"required":["result"],)"
                 R"("additionalProperties":false})");
}

}}  // namespace schema_test
