#include "rpc/describe.hpp"
#include "support/everything.hpp"
#include "support/methods.hpp"

#include <criterion/criterion.h>

#include <string>

namespace describe_test {

// A type described only as an object.
struct opaque {};

}  // namespace describe_test

template <> struct callbox::codec<describe_test::opaque> {
    static constexpr type schema{.form = type_form::object};
};

namespace describe_test { namespace {

using namespace callbox;

template <class T> std::string named() {
    bytes out;
    rpc::append_type(out, codec<T>::schema);
    return std::string(out.view());
}
template <class T> std::string exactly() {
    bytes out;
    rpc::append_type(out, codec<T>::schema, rpc::ranges::exact);
    return std::string(out.view());
}
std::string signature(std::string_view name) {
    const table all = sample::table();
    bytes out;
    rpc::append_signature(out, all, *all.find(name));
    return std::string(out.view());
}

Test(rpc_describe, types_have_the_names_of_json) {
    cr_expect(named<std::int8_t>() == "integer");
    cr_expect(named<float>() == "number");
    cr_expect(named<bool>() == "boolean");
    cr_expect(named<std::string_view>() == "string");
    cr_expect(named<json>() == "any JSON");
    cr_expect(named<std::optional<double>>() == "number or null");
    cr_expect(named<std::vector<std::vector<bool>>>() == "array of array of boolean");
    cr_expect(named<describe_test::opaque>() == "object");
    cr_expect(named<sample::tone>() == R"(one of "plain", "cheerful")");
}

Test(rpc_describe, a_narrow_integer_is_described_with_its_range_on_request) {
    cr_expect(exactly<std::int8_t>() == "integer from -128 to 127");
    cr_expect(exactly<std::uint64_t>() == "integer from 0 to 18446744073709551615");
    cr_expect(exactly<std::vector<std::uint8_t>>() == "array of integer from 0 to 255");
    cr_expect(exactly<std::int64_t>() == "integer");
    cr_expect(exactly<std::string>() == "string");
}

template <class T> std::string accepted() {
    bytes out;
    rpc::append_member(out, {.type = &codec<T>::schema});
    return std::string(out.view());
}

Test(rpc_describe, a_range_that_people_read_has_no_end_of_twenty_digits) {
    cr_expect(accepted<std::uint64_t>() == "integer of at least 0");
    cr_expect(accepted<std::vector<std::uint64_t>>() == "array of integer of at least 0");
    cr_expect(accepted<std::int64_t>() == "integer");
    cr_expect(accepted<std::uint32_t>() == "integer from 0 to 4294967295");
    cr_expect(accepted<std::int8_t>() == "integer from -128 to 127");
}

Test(rpc_describe, a_parameter_is_described_with_its_bounds) {
    const auto takes = [](std::string_view method, std::size_t i) {
        const table all = everything::table();
        bytes out;
        rpc::append_member(out, all.params_of(*all.find(method))[i]);
        return std::string(out.view());
    };
    cr_expect(takes("counter.advance", 0) == "integer from 1 to 100");
    cr_expect(takes("type.greatest", 0) == "integer from 0 to 18446744073709551615, or null");
    cr_expect(takes("type.greatest", 2) == "string of 0 to 5 characters");
    cr_expect(takes("geo.middle", 0) == "array of point of 1 to 1000 elements");
    cr_expect(takes("math.div", 0) == "number");
}

Test(rpc_describe, a_type_may_have_a_name_of_its_own) {
    cr_expect(named<sample::silent>() == "silence");
    cr_expect(named<std::vector<sample::silent>>() == "array of silence");
}

Test(rpc_describe, types_of_several_parts_list_them) {
    using map = std::map<std::string, int>;
    using tuple = std::tuple<int, bool>;
    cr_expect(named<map>() == "object of integer");
    cr_expect(named<tuple>() == "[integer, boolean]");
    using one_of = std::variant<std::monostate, int, std::string>;
    cr_expect(named<one_of>() == "null or integer or string");
    cr_expect(named<everything::point>() == "point");
}

Test(rpc_describe, a_signature_has_names_types_defaults_and_the_star) {
    cr_expect(signature("ping") == "ping() -> string");
    cr_expect(signature("nothing") == "nothing() -> null");
    cr_expect(signature("math.mul") == "math.mul(*, a: number, b: number) -> number");
    cr_expect(signature("counter.advance") == "counter.advance(by: integer = 1) -> integer");
    cr_expect(signature("greeting.hello") ==
              R"(greeting.hello(name: string, *, tone: one of "plain",)"
              R"( "cheerful" = "plain") -> string)");
    cr_expect(signature("defaults") ==
              R"(defaults(b: boolean = true, u: integer = 18446744073709551615, d: number = 1, )"
              R"(s: string = "text", o: integer or null = -5, )"
              R"(t: one of "plain", "cheerful" = "cheerful") -> string)");
}

Test(rpc_describe, a_page_may_leave_out_the_star_and_name_types_itself) {
    const rpc::type_namer namer = [](bytes& to, const type& t) {
        if (t.name == "point") to.append("<point>");
        return t.name == "point";
    };
    const auto signature_of = [&](std::string_view name, const table& all) {
        bytes out;
        rpc::append_signature(out, all, *all.find(name), "", namer);
        return std::string(out.view());
    };
    const table all = everything::table();
    cr_expect(signature_of("math.mul", sample::table()) ==
              "math.mul(a: number, b: number) -> number");
    cr_expect(signature_of("geo.middle", all) == "geo.middle(path: array of <point>) -> <point>");
    cr_expect(signature_of("union.pay", all) == "union.pay(by: payment) -> payment");
    bytes parameter;
    rpc::append_member(parameter, all.params_of(*all.find("geo.middle"))[0], namer);
    cr_expect(parameter.view() == "array of <point> of 1 to 1000 elements");
}

}}  // namespace describe_test
