// Schemas of recursive types.
#include "schemas.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace schema_recursive_test { namespace {

using namespace callbox;

namespace tool_schema {

// Recursive through a list.
struct folder {
    std::string name;
    std::vector<folder> folders;
};
constexpr auto describe(as<folder>) {
    return fields{field{"name", &folder::name}, field{"folders", &folder::folders}};
}
// Mutually recursive.
struct odd;
struct even {
    std::vector<odd> next;
};
struct odd {
    std::vector<even> next;
};
constexpr auto describe(as<even>) { return fields{field{"next", &even::next}}; }
constexpr auto describe(as<odd>) { return fields{field{"next", &odd::next}}; }

namespace other {
struct folder {
    std::map<std::string, folder> below;
};
constexpr auto describe(as<folder>) { return fields{field{"below", &folder::below}}; }
}  // namespace other

struct number {
    double value = 0;
};
struct sum;
using term = std::variant<number, sum>;
struct sum {
    std::vector<term> terms;
};
constexpr auto describe(as<number>) { return fields{field{"value", &number::value}}; }
constexpr auto describe(as<sum>) { return fields{field{"terms", &sum::terms}}; }
constexpr auto describe(as<term>) {
    return one_of{"op", tagged<number>("number"), tagged<sum>("sum")};
}

}  // namespace tool_schema

using namespace tool_schema;
using namespace mcp_test;

Test(mcp_schema_recursive, a_struct_that_contains_itself_is_a_definition_of_the_root) {
    const std::string folder_is =
        R"("folder":{"type":"object","properties":{"name":{"type":"string"},"folders":)"
        R"({"type":"array","items":{"$ref":"#/$defs/folder"}}},)"
        R"("required":["name","folders"],"additionalProperties":false})";
    expect_type<folder>(R"({"$ref":"#/$defs/folder"})", true, R"(,"$defs":{)" + folder_is + "}");
    expect_result<folder>(
        R"({"type":"object","properties":{"name":{"type":"string"},"folders":)"
        R"({"type":"array","items":{"$ref":"#/$defs/folder"}}},)"
        R"("required":["name","folders"],"additionalProperties":false,"$defs":{)" + folder_is +
        "}}");
    expect_wrapped<std::vector<folder>>(
        R"({"type":"array","items":{"$ref":"#/$defs/folder"}})", R"(,"$defs":{)" + folder_is + "}");
}

Test(mcp_schema_recursive, structs_that_contain_each_other_are_definitions_both) {
    const std::string list = R"({"type":"object","properties":{"next":{"type":"array","items":)";
    const std::string end = R"(}},"required":["next"],"additionalProperties":false})";
    expect_type<even>(R"({"$ref":"#/$defs/even"})", true,
                      R"(,"$defs":{"even":)" + list + R"({"$ref":"#/$defs/odd"})" + end +
                          R"(,"odd":)" + list + R"({"$ref":"#/$defs/even"})" + end + "}");
}

Test(mcp_schema_recursive, a_tagged_union_in_itself_stops_at_its_alternative) {
    expect_type<term>(
        R"({"anyOf":[{"type":"object","properties":{"op":{"type":"string","enum":["number"]},)"
        R"("value":{"type":"number"}},"required":["op","value"],"additionalProperties":false},)"
        R"({"$ref":"#/$defs/sum"}]})",
        true,
        R"(,"$defs":{"sum":{"type":"object","properties":{"op":{"type":"string","enum":["sum"]},)"
        R"("terms":{"type":"array","items":{"anyOf":[{"type":"object","properties":)"
        R"({"op":{"type":"string","enum":["number"]},"value":{"type":"number"}},)"
        R"("required":["op","value"],"additionalProperties":false},{"$ref":"#/$defs/sum"}]}}},)"
        R"("required":["op","terms"],"additionalProperties":false}})");
}

Test(mcp_schema_recursive, two_types_of_one_name_have_two_definitions) {
    static constexpr api two{method<"two", [](folder, other::folder, folder) {}>("", "a", "b",
                                                                                 "c")};
    const std::string got = written(two, true);
    cr_expect(got.starts_with(R"({"type":"object","properties":{"a":{"$ref":"#/$defs/folder"},)"
                              R"("b":{"$ref":"#/$defs/folder_2"},)"
                              R"("c":{"$ref":"#/$defs/folder"}})"),
              "%s", got.c_str());
    cr_expect(got.ends_with(R"("folder_2":{"type":"object","properties":{"below":)"
                            R"({"type":"object","additionalProperties":)"
                            R"({"$ref":"#/$defs/folder_2"}}},"required":["below"],)"
                            R"("additionalProperties":false}}})"),
              "%s", got.c_str());
}

}}  // namespace schema_recursive_test
