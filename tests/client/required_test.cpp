// callbox::required: members of structs without a default.
#include <callbox/codec.hpp>
#include <callbox/required.hpp>

#include <criterion/criterion.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace required_test { namespace {

using callbox::field, callbox::json, callbox::required;
using std::string;
using std::string_view;

enum class unit { one, pair };
constexpr auto describe(callbox::as<unit>) {
    return callbox::choices{callbox::choice{unit::one, "one"}, callbox::choice{unit::pair, "pair"}};
}

struct line {
    required<string> name;
    required<double> price;
    required<unit> in;
    std::optional<string> note = {};
    bool operator==(const line&) const = default;
};
struct purchase {
    required<std::vector<line>> lines;
    required<bool> paid;
    required<std::variant<std::monostate, std::int64_t>> number;
};
constexpr auto describe(callbox::as<line>) {
    return callbox::fields{field{"name", &line::name}, field{"price", &line::price},
                           field{"in", &line::in}, field{"note", &line::note}};
}
constexpr auto describe(callbox::as<purchase>) {
    return callbox::fields{field{"lines", &purchase::lines}, field{"paid", &purchase::paid},
                           field{"number", &purchase::number}};
}

template <class S> concept whole = requires { S{.name = "a", .price = 1, .in = unit::one}; };
template <class S> concept nameless = requires { S{.price = 1, .in = unit::one}; };
template <class S> concept priceless = requires { S{.name = "a", .in = unit::one}; };
template <class S> concept unitless = requires { S{.name = "a", .price = 1}; };
template <class S> concept empty = requires { S{}; };
static_assert(whole<line> && !nameless<line> && !priceless<line> && !unitless<line>);
static_assert(!empty<line> && !empty<purchase>);

template <class To, class From> inline constexpr bool fits = std::is_convertible_v<From, To>;
static_assert(fits<required<double>, int> && fits<required<std::int64_t>, int>);
static_assert(!fits<required<std::int64_t>, double> && !fits<required<string>, int>);
static_assert(fits<required<bool>, bool> && !fits<required<bool>, int>);
static_assert(!fits<required<bool>, const char*> && !fits<required<unit>, int>);

Test(client_required, it_is_read_and_written_like_its_type) {
    constexpr string_view text = R"({"lines":[{"name":"a","price":1.5,"in":"pair"}],)"
                                 R"("paid":true,"number":null})";
    const auto read = json::parse(string(text))->as<purchase>();
    cr_assert(read.has_value());
    cr_expect(json(*read).text() == text);
    const std::vector<line> lines{{"a", 1.5, unit::pair}};
    cr_expect(read->lines == lines);
    cr_expect(!json::parse(R"({"lines":[],"number":1})")->as<purchase>());
    cr_expect(!json::parse(R"({"lines":[],"paid":1,"number":1})")->as<purchase>());
}

Test(client_required, it_is_used_like_its_type) {
    const std::vector<line> some{{"a", 2, unit::one}};
    purchase made{.lines = some, .paid = false, .number = 7};
    cr_expect(made.lines[0].name.size() == 1 && made.lines[0].name == "a");
    cr_expect(made.lines[0].price * 2 == 4 && made.lines[0].in == unit::one);
    cr_expect(std::get<std::int64_t>(made.number) == 7 && !made.paid);
    made.lines.push_back({.name = "b", .price = 1, .in = unit::pair});
    made.paid = true;
    const std::vector<line> copy = made.lines;
    const bool is_paid = made.paid;
    cr_expect(copy.size() == 2 && is_paid);
    const purchase blank = purchase();
    cr_expect(blank.lines.empty() && !blank.paid);
}

}}  // namespace required_test
