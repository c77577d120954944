// C++ types to JSON and back, user-defined types, and callbox::json.
#include <callbox/codec.hpp>

#include <criterion/criterion.h>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace codec_test { namespace {

using namespace callbox;

struct colour {
    std::uint8_t red = 0;
    bool operator==(const colour&) const = default;
};

enum class tone { plain, cheerful };
constexpr auto describe(as<tone>) {
    return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
}

// A recursive type.
struct tree {
    std::string name;
    std::vector<tree> below;
    std::optional<tone> how;
};
constexpr auto describe(as<tree>) {
    return fields{field{"name", &tree::name} = "leaf", field{"below", &tree::below},
                  field{"how", &tree::how}};
}
// The same, first used to write it.
struct chain {
    std::vector<chain> links;
};
constexpr auto describe(as<chain>) { return fields{field{"links", &chain::links}}; }
std::string text_of(const chain& from) { return std::string(json(from).text()); }

struct label {
    tree root;
    std::string_view text;
};
constexpr auto describe(as<label>) {
    return fields{field{"root", &label::root}, field{"text", &label::text} = "none"};
}
template <class T> struct boxed {
    T content;
};
template <class T> constexpr auto describe(as<boxed<T>>) {
    return fields{field{"content", &boxed<T>::content}};
}

}}  // namespace codec_test

// A user-defined type in about ten lines, as documented in the header.
template <> struct callbox::codec<codec_test::colour> {
    static constexpr const type& schema = codec<std::string>::schema;
    static bool read(value from, codec_test::colour& out, violations& bad) {
        if (!from.is(kind::string) || from.text() != "#ff0000") return bad.wrong_type(from, schema);
        out.red = 0xff;
        return true;
    }
    static void write(writer& to, const codec_test::colour& from) {
        to.string(from.red ? "#ff0000" : "#000000");
    }
};

namespace codec_test { namespace {

template <class T> void expect_same(const T& one, std::string_view text) {
    const json written(one);
    cr_expect(written.text() == text, "%s, not %s", std::string(written.text()).c_str(),
              std::string(text).c_str());
    const auto read = written.as<T>();
    cr_expect(read.has_value() && *read == one, "%s", std::string(text).c_str());
}

template <class T> bool refuses(const char* text) {
    return !json::parse(text)->as<T>().has_value();
}

template <class T> void expect_borders() {
    using border = std::numeric_limits<T>;
    expect_same(border::min(), std::to_string(border::min()));
    expect_same(border::max(), std::to_string(border::max()));
}

Test(json_codec, integers_of_every_width_keep_their_borders) {
    expect_borders<signed char>();
    expect_borders<unsigned char>();
    expect_borders<short>();
    expect_borders<unsigned short>();
    expect_borders<int>();
    expect_borders<unsigned>();
    expect_borders<long>();
    expect_borders<unsigned long>();
    expect_borders<long long>();
    expect_borders<unsigned long long>();
}

Test(json_codec, one_beyond_the_border_is_refused) {
    cr_expect(refuses<std::int8_t>("128") && refuses<std::int8_t>("-129"));
    cr_expect(refuses<std::uint8_t>("256") && refuses<std::uint8_t>("-1"));
    cr_expect(refuses<std::int16_t>("32768") && refuses<std::uint16_t>("65536"));
    cr_expect(refuses<std::int32_t>("2147483648") && refuses<std::uint32_t>("4294967296"));
    cr_expect(refuses<std::int64_t>("9223372036854775808"));
    cr_expect(refuses<std::int64_t>("-9223372036854775809"));
    cr_expect(refuses<std::uint64_t>("18446744073709551616"));
    cr_expect(refuses<std::uint64_t>("-1"));
}

Test(json_codec, a_type_takes_no_other_kind) {
    for (const char* text : {"1.0", "1e2", "true", "\"1\"", "null", "[1]", "{}"})
        cr_expect(refuses<int>(text), "%s", text);
    for (const char* text : {"true", "\"1\"", "null", "[1]", "{}", "1e400", "-1e400"})
        cr_expect(refuses<double>(text), "%s", text);
    for (const char* text : {"0", "1", "null", "\"true\"", "[]"})
        cr_expect(refuses<bool>(text), "%s", text);
    for (const char* text : {"0", "true", "null", "[]", "{}"})
        cr_expect(refuses<std::string>(text), "%s", text);
    for (const char* text : {"0", "null", "\"\"", "\"Plain\"", "\"plain \"", "[\"plain\"]"})
        cr_expect(refuses<tone>(text), "%s", text);
    for (const char* text : {"0", "null", "{}", "[null]", "[1,\"x\"]"})
        cr_expect(refuses<std::vector<int>>(text), "%s", text);
    for (const char* text : {"\"\"", "[]", "1.5"})
        cr_expect(refuses<std::optional<int>>(text), "%s", text);
}

Test(json_codec, values_go_there_and_back) {
    expect_same(true, "true");
    expect_same(0.1, "0.1");
    expect_same(0.1f, "0.1");
    expect_same(std::string("a\"b\\\n\x01ü"), R"("a\"b\\\n\u0001ü")");
    expect_same(std::string(), R"("")");
    expect_same(tone::cheerful, R"("cheerful")");
    expect_same(std::optional<int>{}, "null");
    expect_same(std::optional<int>{7}, "7");
    expect_same(std::vector<std::vector<int>>{{}, {1, 2}}, "[[],[1,2]]");
    expect_same(std::vector<bool>{true, false}, "[true,false]");
    expect_same(std::vector<std::optional<std::string>>{"a", std::nullopt}, R"(["a",null])");
}

Test(json_codec, a_recursive_type_is_written_before_it_is_read) {
    cr_expect(text_of({{chain{}, {{chain{}}}}}) ==
              R"({"links":[{"links":[]},{"links":[{"links":[]}]}]})");
}

Test(json_codec, a_type_of_the_users_own_goes_there_and_back) {
    expect_same(colour{0xff}, R"("#ff0000")");
    expect_same(std::vector<colour>{{0xff}}, R"(["#ff0000"])");
    cr_expect(refuses<colour>(R"("red")") && refuses<colour>("1"));
}

Test(json_codec, any_value_keeps_its_text) {
    for (const char* text : {"null", "1.50", "123456789012345678901234567890", R"("\u0061")",
                             R"({"a":[1,{"b":null}]})", "[ 1 , 2 ]"}) {
        const auto any = json::parse(text);
        cr_assert(any.has_value(), "%s", text);
        cr_expect(any->text() == text, "%s", text);
        cr_expect(any->as<json>()->text() == text, "%s", text);
    }
    cr_expect(json().text() == "null" && json().kind() == kind::null);
    cr_expect(json("text").text() == R"("text")" && json("text").kind() == kind::string);
}

Test(json_codec, any_value_may_be_as_deep_as_any_limit_allows) {
    const std::string deep = std::string(1000, '[') + std::string(1000, ']');
    cr_expect(json::parse(deep).has_value());
    cr_expect(!json::parse("[" + std::string(2000, '[')).has_value());
}

static_assert(detail::owns<std::vector<std::optional<std::string>>>);
static_assert(!detail::owns<std::vector<std::string_view>>);
static_assert(!detail::owns<std::optional<std::span<const int>>>);

Test(json_codec, what_is_not_json_is_no_value) {
    for (const char* text : {"", "nul", "[1,]", "{\"a\"}", "1 2", "\"\\ud800\"", "\xff"})
        cr_expect(!json::parse(text).has_value(), "%s", text);
}

Test(json_codec, what_json_can_not_say_is_null_and_never_broken_text) {
    cr_expect(json(std::numeric_limits<double>::quiet_NaN()).text() == "null");
    cr_expect(json(-std::numeric_limits<float>::infinity()).text() == "null");
    cr_expect(json(std::string("\xff")).text() == "null");
    cr_expect(json(static_cast<tone>(9)).text() == "null");
    const std::vector<double> mixed{1, std::numeric_limits<double>::infinity()};
    cr_expect(json(mixed).text() == "null");
}

Test(json_codec, no_view_is_read_out_of_a_value_however_deep_it_lies) {
    using callbox::detail::owns;
    static_assert(owns<tree> && owns<boxed<tree>> && owns<std::map<std::string, tree>> &&
                  owns<std::tuple<int, json>>);
    static_assert(!owns<label> && !owns<boxed<label>> && !owns<std::array<label, 2>> &&
                  !owns<std::vector<std::optional<label>>> && !owns<std::variant<int, label>> &&
                  !owns<std::map<std::string, std::string_view>> &&
                  !owns<std::pair<int, std::span<const int>>>);
    const auto read = json::parse(R"({"name":"a","below":[{"below":[]}]})")->as<tree>();
    cr_assert(read.has_value());
    cr_expect(read->below.at(0).name == "leaf");
}

}}  // namespace codec_test
