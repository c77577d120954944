// A table that uses every part of the registration language and every type. everything.hpp has it
// for those that need no template.
#pragma once

#include "support/everything.hpp"

#include <array>
#include <chrono>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

namespace everything {

using callbox::arg, callbox::by_name_only, callbox::details, callbox::example, callbox::fails;
using callbox::method, callbox::result, callbox::returns;

// A type with a codec of its own.
struct colour {
    std::uint8_t red = 0;
};

inline std::uint64_t advance(counter& c, std::uint64_t by) { return c.value += by; }
inline void reset(counter& c) { c.value = 0; }

inline point middle(std::span<const point> path) {
    point sum;
    for (const point& p : path) sum.x += p.x, sum.y += p.y;
    const auto n = static_cast<double>(path.size());
    return {sum.x / n, sum.y / n};
}
inline route longest(const std::vector<route>& routes) {
    route longest;
    for (const route& r : routes)
        if (r.path.size() > longest.path.size()) longest = r;
    return longest;
}
inline std::map<std::string, std::size_t> count_words(const std::vector<std::string_view>& words) {
    std::map<std::string, std::size_t> counts;
    for (const auto word : words) ++counts[std::string(word)];
    return counts;
}
inline std::int64_t total(const std::unordered_map<std::string, std::int64_t>& amounts) {
    std::int64_t sum = 0;
    for (const auto& [name, amount] : amounts) sum += amount;
    return sum;
}
inline std::pair<double, unit> convert(std::tuple<double, unit> length) {
    const auto [amount, in] = length;
    if (in == unit::foot) return {amount / 4, unit::metre};
    return {amount * 4, unit::foot};
}
inline std::array<int, 3> rotate(std::array<int, 3> v) { return {v[1], v[2], v[0]}; }

using anything = std::variant<std::monostate, bool, double, std::string, std::vector<int>, point>;
inline anything same(anything value) { return value; }
inline callbox::json same_json(callbox::json value) { return value; }

inline result<double> divide(double dividend, double divisor) {
    if (divisor == 0) return callbox::failure{1, "division by zero", callbox::json(dividend)};
    return dividend / divisor;
}
inline colour mix(colour a, colour b) {
    return {static_cast<std::uint8_t>((a.red + b.red) / 2)};
}
inline std::size_t count_folders(const folder& top) {
    std::size_t count = 1;
    for (const folder& f : top.folders) count += count_folders(f);
    return count;
}
inline std::optional<std::uint64_t> greatest(std::optional<std::uint64_t> n, bool known,
                                             std::string_view label) {
    return known && !label.empty() ? n : std::nullopt;
}
inline int old_one() { return 1; }

inline event keep(event e) { return e; }
inline std::chrono::year_month_day next_day(std::chrono::year_month_day day) {
    return std::chrono::sys_days(day) + std::chrono::days(1);
}
inline std::vector<std::byte> reversed(const std::vector<std::byte>& octets) {
    return {octets.rbegin(), octets.rend()};
}

inline payment pay(payment by) { return by; }
inline std::map<std::string, payment> pay_all(const std::vector<payment>& in_turn,
                                              const std::map<std::string, payment>& named,
                                              const std::optional<payment>& at_last) {
    std::map<std::string, payment> all = named;
    for (const payment& each : in_turn) all[std::to_string(all.size())] = each;
    if (at_last) all["last"] = *at_last;
    return all;
}
inline card swipe(card c) { return c; }
inline double value_of(const term& t) {
    if (const number* const n = std::get_if<number>(&t)) return n->value;
    double all = 0;
    for (const term& each : std::get<sum>(t).terms) all += value_of(each);
    return all;
}

}  // namespace everything

template <> struct callbox::codec<everything::colour> {
    static constexpr const type& schema = codec<std::string>::schema;
    static bool read(value from, everything::colour& out, violations& bad) {
        if (!from.is(kind::string) || from.text().size() != 2) return bad.wrong_type(from, schema);
        out.red = static_cast<std::uint8_t>(std::stoi(std::string(from.text()), nullptr, 16));
        return true;
    }
    static void write(writer& to, const everything::colour& from) {
        constexpr std::string_view digits = "0123456789abcdef";
        const char text[] = {digits[from.red >> 4], digits[from.red & 15]};
        to.string({text, 2});
    }
};

namespace everything {

inline constexpr callbox::api geometry{
    method<"geo.middle", middle>("The centre of a path.",
        arg("path", "at least one point").size(1, 1000),
        returns("the mean of its points"),
        example({{{0, 0}, {2, 4}}}, {1, 2})),
    method<"geo.longest", longest>("The route with most points.",
        arg("routes").size(1, 10),
        details("Of several that are alike\nthe first."),
        example({{{"a", {{0, 0}}, nullptr, unit::foot, 3}}}, {"a", {{0, 0}}, nullptr, "ft", 3})),
    method<"geo.convert", convert>("Metres to feet and back, roughly.", "length",
        example({{4, unit::foot}}, {1, "m"}), example({{1, unit::metre}}, {4, "ft"})),
    method<"geo.rotate", rotate>("Its elements, one further.", "v",
        example({{1, 2, 3}}, {2, 3, 1})),
};

inline constexpr callbox::api types{
    method<"type.count_words", count_words>("How often each word is there.", "words",
        example({{"a", "b", "a"}}, {{"a", 2}, {"b", 1}})),
    method<"type.total", total>("The sum of amounts.", "amounts",
        example({{{"rent", -5}, {"wage", 7}}}, 2)),
    method<"type.same", same>("A value of one of several types.", "value",
        example({nullptr}, nullptr), example({true}, true), example({1.5}, 1.5),
        example({"x"}, "x"), example({{1, 2}}, {1, 2})),
    method<"type.same_json", same_json>("Any value.", "value",
        example({{1, "two", {3}}}, {1, "two", {3}})),
    method<"type.mix", mix>("The mean of two colours.", "a", "b", example({"00", "10"}, "08")),
    method<"type.count_folders", count_folders>("Folders in a tree.", arg("top", "the tree"),
        example({{"a", {{"b", {}}, {"c", {}}}}}, 3)),
    method<"type.greatest", greatest>("A number of all 64 bits, or null.",
        arg("n", "the number").in(0, 18446744073709551615u),
        by_name_only,
        arg("known", "whether it is known") = true,
        arg("label").length(0, 5) = "x",
        example({18446744073709551615u}, 18446744073709551615u),
        example({nullptr}, nullptr), example({1, false}, nullptr)),
};

inline constexpr callbox::api unions{
    method<"union.pay", pay>("Pays by one of several.", arg("by", "how to pay"),
        example({{"card", "4111"}}, {"card", "4111"}),
        example({{"transfer", "DE1", 7}}, {"transfer", "DE1", 7}),
        example({{"cash"}}, {"cash"})),
    method<"union.pay_all", pay_all>("Pays by each.", "in_turn", "named", "at_last",
        example({{{"card", "1"}}, {}, {"cash"}}, {{"0", {"card", "1"}}, {"last", {"cash"}}})),
    method<"union.swipe", swipe>("A card alone.", "card", example({{"4111", 7}}, {"4111", 7})),
    method<"union.value", value_of>("The value of a term.", "term",
        example({{"sum", {{"number", 1}, {"sum", {{"number", 2.5}}}}}}, 3.5)),
};

inline constexpr callbox::api texts{
    method<"text.keep", keep>("An event, as it was sent.", "event",
        example({{"2024-02-29", "2024-02-29T01:30:00+02:00",
                  "F81D4FAE-7DEC-41D0-8765-00A0C91E6BF6"}},
                {"2024-02-29", "2024-02-28T23:30:00Z",
                 "f81d4fae-7dec-41d0-8765-00a0c91e6bf6"})),
    method<"text.next_day", next_day>("The day behind a day.", "day",
        example({"2024-02-28"}, "2024-02-29"), example({"2023-12-31"}, "2024-01-01")),
    method<"text.reversed", reversed>("Bytes, the last first.", arg("octets").length(0, 400),
        example({"AQID"}, "AwIB"), example({""}, "")),
};

inline constexpr callbox::api methods = geometry + types + unions + texts + callbox::api{
    callbox::thread_safe,
    method<"math.div", divide>("The quotient.",
        arg("dividend"), arg("divisor", "not zero").in(-1e6, 1e6),
        returns("dividend / divisor"),
        fails(1, "division by zero"), fails(-5, "another"),
        example({1, 4}, 0.25)),
    method<"counter.advance", advance>("Moves the counter.", arg("by").in(1, 100) = 1,
        returns("where it is then")),
    method<"counter.reset", reset>("Sets it to zero.", example({})),
    method<"old.one", old_one>("Answers 1.", callbox::deprecated, callbox::blocking,
        callbox::timeout(std::chrono::milliseconds(1500)), example({}, 1)),
};

}  // namespace everything
