// Constraints of parameters and members: violations, their messages, and descriptions.
#include "one_argument.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <vector>

namespace constraints_test { namespace {

using namespace callbox;

namespace constraints_test {

struct page {
    int number = 1;
    std::string title;
};
constexpr auto describe(as<page>) {
    return fields{field{"number", &page::number, "from 1"}.at_least(1),
                  field{"title", &page::title}.length_at_most(3) = "a"};
}

}  // namespace constraints_test

using constraints_test::page;

int whole(std::uint8_t n) { return n; }
double real(double n) { return n; }
std::size_t text(std::string_view s) { return s.size(); }
std::size_t list(const std::vector<int>& v) { return v.size(); }
std::size_t map(const std::map<std::string, int>& m) { return m.size(); }
int turn(const page& p) { return p.number; }

constexpr api methods{
    method<"whole.least", whole>("", arg("n").at_least(2)),
    method<"whole.most", whole>("", arg("n").at_most(200)),
    method<"whole.both", whole>("", arg("n").at_most(4).at_least(2) = 3),
    method<"real.least", real>("", arg("n").at_least(-0.5)),
    method<"real.most", real>("", arg("n").at_most(0)),
    method<"text.least", text>("", arg("s").length_at_least(5)),
    method<"text.most", text>("", arg("s").length_at_most(2)),
    method<"text.much", text>("", arg("s").length_at_most(9)),
    method<"list.least", list>("", arg("v").size_at_least(1)),
    method<"list.most", list>("", arg("v").size_at_most(2)),
    method<"map.most", map>("", arg("m").size_at_most(1)),
    method<"map.least", map>("", arg("m").size_at_least(1)),
    method<"page.turn", turn>("", "p"),
};

const one_argument calls(methods);

Test(rpc_constraints, one_side_of_a_number_is_bounded) {
    calls.expect_refused({
        {"whole.least", "1", "/0", "integer of at least 2", "integer out of range"},
        {"whole.least", "0", "/0", "integer of at least 2", "integer out of range"},
        {"whole.least", "-9223372036854775808", "/0", "integer of at least 2",
         "integer out of range"},
        {"whole.least", "256", "/0", "integer from 0 to 255", "integer out of range"},
        {"whole.least", "2.0", "/0", "integer", "number"},
        {"whole.most", "201", "/0", "integer of at most 200", "integer out of range"},
        {"whole.most", "1e3", "/0", "integer", "number"},
        {"whole.most", "18446744073709551616", "/0", "integer of at most 200",
         "integer out of range"},
        {"whole.both", "1", "/0", "integer from 2 to 4", "integer out of range"},
        {"whole.both", "5", "/0", "integer from 2 to 4", "integer out of range"},
        {"real.least", "-0.5000000000000001", "/0", "number of at least -0.5",
         "number out of range"},
        {"real.least", "-1", "/0", "number of at least -0.5", "integer out of range"},
        {"real.most", "5e-324", "/0", "number of at most 0", "number out of range"},
        {"real.most", "1", "/0", "number of at most 0", "integer out of range"},
        {"real.most", "null", "/0", "number", "null"},
    });
    calls.expect_taken({{"whole.least", "2"}, {"whole.least", "255"}, {"whole.most", "0"},
                        {"whole.most", "200"}, {"whole.both", "2"}, {"whole.both", "4"},
                        {"real.least", "-0.5"}, {"real.least", "1e308"}, {"real.most", "0"},
                        {"real.most", "-0"}, {"real.most", "-1e308"}});
}

Test(rpc_constraints, one_side_of_a_length_is_bounded) {
    calls.expect_refused({
        {"text.least", R"("")", "/0", "string of at least 5 characters", "0 characters"},
        {"text.least", R"("four")", "/0", "string of at least 5 characters", "4 characters"},
        {"text.least", R"("äöüß")", "/0", "string of at least 5 characters", "4 characters"},
        {"text.most", R"("abc")", "/0", "string of at most 2 characters", "3 characters"},
        {"text.most", R"("\u0061bc")", "/0", "string of at most 2 characters", "3 characters"},
        {"text.most", "1", "/0", "string", "integer"},
    });
    calls.expect_taken({{"text.least", R"("fives")"}, {"text.most", R"("")"},
                        {"text.most", R"("äö")"}});
}

Test(rpc_constraints, one_side_of_a_size_is_bounded) {
    calls.expect_refused({
        {"list.least", "[]", "/0", "array of integer of at least 1 element", "0 elements"},
        {"list.most", "[1,2,3]", "/0", "array of integer of at most 2 elements", "3 elements"},
        {"list.most", "{}", "/0", "array of integer", "object"},
        {"map.most", R"({"a":1,"b":2})", "/0", "object of integer of at most 1 element",
         "2 elements"},
        {"map.least", "{}", "/0", "object of integer of at least 1 element", "0 elements"},
    });
    calls.expect_taken({{"list.least", "[1]"}, {"list.least", "[1,2,3,4]"}, {"list.most", "[]"},
                        {"list.most", "[1,2]"}, {"map.most", "{}"}, {"map.least", R"({"":0})"}});
}

Test(rpc_constraints, one_side_of_a_member_is_bounded) {
    calls.expect_refused({
        {"page.turn", R"({"number":0})", "/0/number", "integer of at least 1",
         "integer out of range"},
        {"page.turn", R"({"number":1,"title":"long"})", "/0/title",
         "string of at most 3 characters", "4 characters"},
    });
    calls.expect_taken({{"page.turn", R"({"number":1})"},
                        {"page.turn", R"({"number":2147483647,"title":""})"}});
}

Test(rpc_constraints, an_open_side_is_not_described) {
    cr_expect(calls.takes("whole.least") == "integer of at least 2");
    cr_expect(calls.takes("whole.most") == "integer of at most 200");
    cr_expect(calls.takes("whole.both") == "integer from 2 to 4");
    cr_expect(calls.takes("text.most") == "string of at most 2 characters");
    cr_expect(calls.takes("list.least") == "array of integer of at least 1 element");
}

Test(rpc_constraints, an_open_side_is_not_in_the_schema) {
    cr_expect(calls.schema("real.least") == R"({"type":"number","minimum":-0.5})");
    cr_expect(calls.schema("real.most") == R"({"type":"number","maximum":0})");
    cr_expect(calls.schema("text.least") == R"({"type":"string","minLength":5})");
    cr_expect(calls.schema("text.most") == R"({"type":"string","maxLength":2})");
    cr_expect(calls.schema("list.least").ends_with(R"("maximum":2147483647},"minItems":1})"));
    cr_expect(calls.schema("map.most").ends_with(R"("maximum":2147483647},"maxProperties":1})"));
}

Test(rpc_constraints, an_integers_open_side_ends_with_its_type) {
    cr_expect(calls.schema("whole.least") == R"({"type":"integer","minimum":2,"maximum":255})");
    cr_expect(calls.schema("whole.most") == R"({"type":"integer","minimum":0,"maximum":200})");
}

Test(rpc_constraints, the_placeholder_call_is_within_its_bounds) {
    calls.expect_taken_as_shown();
}

}}  // namespace constraints_test
