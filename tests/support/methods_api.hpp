// The table of sample::table(), for those that need its functions and templates.
#pragma once

#include "support/methods.hpp"

#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

namespace sample {

using callbox::arg, callbox::by_name_only, callbox::method, callbox::result;

inline std::string_view ping(counter& c) { return ++c.executed, "pong"; }
inline double add(double a, double b) { return a + b; }
inline std::int64_t advance(counter& c, std::int64_t by) { return c.value += by; }
inline std::string hello(const std::string& name, tone how) {
    return name + (how == tone::cheerful ? "!" : ".");
}
inline result<double> divide(double a, double b) {
    if (b == 0) return callbox::failure{7, "division by zero", callbox::json(a)};
    return a / b;
}
inline result<void> check(bool good) {
    if (!good) return callbox::failure{8, "not good"};
    return {};
}
inline void nothing() {}
inline std::int64_t narrow(std::int8_t a, std::uint8_t b, std::int16_t c, std::uint16_t d,
                           std::int32_t e, std::uint32_t f) {
    return a + b + c + d + e + static_cast<std::int64_t>(f);
}
inline std::uint64_t same_uint64(std::uint64_t n) { return n; }
inline float same_float(float n) { return n; }
inline double same_double(double n) { return n; }
inline bool same_bool(bool b) { return b; }
inline tone same_tone(tone t) { return t; }
inline callbox::json same_json(callbox::json any) { return any; }
inline std::optional<int> same_optional(std::optional<int> n) { return n; }
inline std::vector<std::vector<int>> same_lists(std::vector<std::vector<int>> lists) {
    return lists;
}
inline std::string defaults(bool b, std::uint64_t u, double d, std::string_view s,
                            std::optional<int> o, tone t) {
    return std::to_string(b) + std::to_string(u) + std::to_string(d) + std::string(s) +
           std::to_string(o.value_or(0)) + (t == tone::cheerful ? "!" : ".");
}
inline int throws() { throw std::runtime_error("secret of the house"); }
inline int throws_seven() { throw 7; }
inline double not_finite() { return std::numeric_limits<double>::infinity(); }
inline std::string not_utf8() { return "\xff"; }
inline tone not_named() { return static_cast<tone>(99); }
// Types whose codecs break their promise.
struct mute {};
struct twofold {};
inline int takes_silent(silent) { return 1; }
inline mute gives_mute() { return {}; }
inline std::vector<twofold> gives_twofold() { return {{}, {}}; }
inline result<int> reserved() { return callbox::failure{-32601, "no"}; }
inline std::string big(std::size_t size) { return std::string(size, 'x'); }

}  // namespace sample

template <> struct callbox::codec<sample::mute> {
    static constexpr type schema{.form = type_form::any};
    static void write(writer&, const sample::mute&) {}
};
template <> struct callbox::codec<sample::twofold> {
    static constexpr type schema{.form = type_form::any};
    static void write(writer& to, const sample::twofold&) {
        to.begin_array();
        to.end_array();
        to.end_array();
    }
};

namespace sample {

inline constexpr callbox::api types{
    method<"same.narrow", narrow>("", "a", "b", "c", "d", "e", "f"),
    method<"same.uint64", same_uint64>("", "n"),
    method<"same.float", same_float>("", "n"),
    method<"same.double", same_double>("", "n"),
    method<"same.bool", same_bool>("", "b"),
    method<"same.tone", same_tone>("", "t"),
    method<"same.json", same_json>("", "any"),
    method<"same.optional", same_optional>("", "n"),
    method<"same.lists", same_lists>("", "lists"),
    method<"defaults", defaults>("", arg("b") = true, arg("u") = 18446744073709551615u,
                                 arg("d") = 1, arg("s") = "text", arg("o") = -5,
                                 arg("t") = tone::cheerful),
};
inline constexpr callbox::api failures{
    method<"fail.divide", divide>("", "a", "b"),
    method<"fail.check", check>("", "good"),
    method<"fail.throws", throws>(""),
    method<"fail.throws_seven", throws_seven>(""),
    method<"fail.not_finite", not_finite>(""),
    method<"fail.not_utf8", not_utf8>(""),
    method<"fail.not_named", not_named>(""),
    method<"fail.reserved", reserved>(""),
    method<"fail.silent", takes_silent>("", "a"),
    method<"fail.mute", gives_mute>(""),
    method<"fail.twofold", gives_twofold>(""),
    method<"fail.big", big>("", "size"),
};
inline constexpr callbox::api methods = types + failures + callbox::api{
    method<"ping", ping>("Answers \"pong\"."),
    method<"nothing", nothing>("Answers null."),
    method<"math.add", add>("The sum.", "a", "b"),
    method<"math.mul", [](double a, double b) { return a * b; }>("The product.", by_name_only,
                                                                 "a", "b"),
    method<"counter.advance", advance>("Moves the counter.", arg("by") = 1),
    method<"greeting.hello", hello>("Greets.", arg("name", "the name to greet"), by_name_only,
                                    arg("tone", "how to say it") = tone::plain),
};

}  // namespace sample
