// Random values of any type in a generated header, and their comparison.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/required.hpp>

#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

// The same seed makes the same values with every standard library.
class dice {
public:
    explicit dice(std::uint64_t seed) : bits_(seed) {}

    std::uint64_t bits() { return bits_(); }
    std::uint64_t below(std::uint64_t n) { return bits_() % n; }
    std::int64_t between(std::int64_t least, std::int64_t most) {
        const auto count = static_cast<std::uint64_t>(most - least) + 1;
        return least + static_cast<std::int64_t>(below(count));
    }
    bool once_in(std::uint64_t n) { return below(n) == 0; }

    // `least` to `most` characters from all planes.
    std::string text(std::uint64_t least, std::uint64_t most) {
        std::string made;
        for (std::uint64_t left = least + below(most - least + 1); left > 0; --left)
            append(made, character());
        return made;
    }

    // Extreme values are common. Lists are short, and shorter the deeper they are nested.
    template <class T> T any() { return any(callbox::as<T>()); }

private:
    using time = std::chrono::sys_time<std::chrono::microseconds>;

    std::uint32_t character() {
        static constexpr std::string_view odd = "\"\\/\x7f{}[]:,";
        switch (below(8)) {
        case 0: return static_cast<std::uint32_t>(below(32));
        case 1: return static_cast<unsigned char>(odd[below(odd.size())]);
        case 2: return static_cast<std::uint32_t>(between(0x80, 0x7ff));
        case 3: return static_cast<std::uint32_t>(between(0x800, 0xd7ff));
        case 4: return static_cast<std::uint32_t>(between(0xe000, 0xffff));
        case 5: return static_cast<std::uint32_t>(between(0x10000, 0x10ffff));
        default: return static_cast<std::uint32_t>(between(' ', '~'));
        }
    }
    static void append(std::string& to, std::uint32_t c) {  // RFC 3629, 3
        const auto put = [&](std::uint32_t octet) { to.push_back(static_cast<char>(octet)); };
        const auto rest = [&](int shift) { put(0x80 | ((c >> shift) & 0x3f)); };
        if (c < 0x80) return put(c);
        if (c < 0x800) return put(0xc0 | c >> 6), rest(0);
        if (c < 0x10000) return put(0xe0 | c >> 12), rest(6), rest(0);
        put(0xf0 | c >> 18), rest(12), rest(6), rest(0);
    }

    bool any(callbox::as<bool>) { return once_in(2); }
    template <std::integral I> I any(callbox::as<I>) {
        constexpr I least = std::numeric_limits<I>::min(), most = std::numeric_limits<I>::max();
        constexpr I far[] = {0, 1, least, most, static_cast<I>(least + 1), most - 1, most / 2 + 1,
                             I{1} << 53, (I{1} << 53) + 1};
        return once_in(3) ? far[below(std::size(far))] : static_cast<I>(bits() >> below(64));
    }
    double any(callbox::as<double>) {
        using limits = std::numeric_limits<double>;
        static constexpr double far[] = {
            0.0, -0.0, 1.5, 0.1, 1e21, 9007199254740993.0, 18446744073709551616.0, limits::max(),
            limits::lowest(), limits::min(), limits::denorm_min(), -limits::denorm_min()};
        if (once_in(4)) return far[below(std::size(far))];
        if (once_in(8)) return std::bit_cast<double>(bits() >> 12);  // subnormal
        const auto number = std::bit_cast<double>(bits());
        return std::isfinite(number) ? number : 0.5;
    }
    std::string any(callbox::as<std::string>) { return text(0, once_in(8) ? 300 : 9); }
    std::chrono::year_month_day any(callbox::as<std::chrono::year_month_day>) {
        return std::chrono::floor<std::chrono::days>(any<time>());
    }
    time any(callbox::as<time>) {  // of the years 0000 to 9999
        return time(std::chrono::microseconds(between(-62'167'219'200'000'000,
                                                      253'402'300'799'999'999)));
    }
    callbox::uuid any(callbox::as<callbox::uuid>) {
        callbox::uuid made;
        for (std::uint8_t& each : made.octets) each = static_cast<std::uint8_t>(below(256));
        return made;
    }
    std::vector<std::byte> any(callbox::as<std::vector<std::byte>>) {
        std::vector<std::byte> made(below(200));
        for (std::byte& each : made) each = static_cast<std::byte>(below(256));
        return made;
    }
    template <class T> callbox::required<T> any(callbox::as<callbox::required<T>>) {
        return any<T>();
    }
    template <class T> std::optional<T> any(callbox::as<std::optional<T>>) {
        if (once_in(3)) return std::nullopt;
        return any<T>();
    }
    std::uint64_t length() { return depth_ > 3 ? 0 : below(depth_ > 1 ? 3 : 6); }
    template <class T> std::vector<T> any(callbox::as<std::vector<T>>) {
        std::vector<T> made;
        ++depth_;
        for (std::uint64_t left = length(); left > 0; --left) made.push_back(any<T>());
        --depth_;
        return made;
    }
    template <class T> std::map<std::string, T> any(callbox::as<std::map<std::string, T>>) {
        std::map<std::string, T> made;
        ++depth_;
        for (std::uint64_t left = length(); left > 0; --left) {
            std::string name = text(0, 5);
            made.insert_or_assign(std::move(name), any<T>());
        }
        --depth_;
        return made;
    }
    template <class... T> std::tuple<T...> any(callbox::as<std::tuple<T...>>) {
        return {any<T>()...};  // braces: from left to right
    }
    std::monostate any(callbox::as<std::monostate>) { return {}; }
    template <class... T> std::variant<T...> any(callbox::as<std::variant<T...>>) {
        using variant = std::variant<T...>;
        variant made;
        const std::uint64_t which = below(sizeof...(T));
        std::uint64_t at = 0;
        (void)((at++ == which && (made = variant(any<T>()), true)) || ...);
        return made;
    }
    template <class E> requires(std::is_enum_v<E>) E any(callbox::as<E>) {
        constexpr auto all = describe(callbox::as<E>()).all;
        return all[below(all.size())].value;
    }
    template <class S> requires(std::is_class_v<S> && callbox::described<S>)
    S any(callbox::as<S>) {
        S made;
        const auto fill = [&]<class M>(M S::*at) { made.*at = any<M>(); };
        std::apply([&](const auto&... each) { (fill(each.at), ...); },
                   describe(callbox::as<S>()).all);
        return made;
    }
    callbox::json any(callbox::as<callbox::json>) {
        switch (below(9)) {
        case 0: return {};
        case 1: return callbox::json(any<bool>());
        case 2: return callbox::json(any<std::int64_t>());
        case 3: return callbox::json(any<std::uint64_t>());
        case 4: return callbox::json(any<double>());
        case 5: return *callbox::json::parse("-" + std::to_string(1 + below(9)) + "0123456789" +
                                             std::to_string(bits()) + ".50e-7");
        case 6: return callbox::json(any<std::vector<callbox::json>>());
        case 7: return callbox::json(any<std::map<std::string, callbox::json>>());
        default: return callbox::json(any<std::string>());
        }
    }

    std::mt19937_64 bits_;
    int depth_ = 0;
};

// Compares values by their described members; -0.0 differs from 0.0.
class alike {
public:
    template <class T> static bool are(const T& a, const T& b) {
        if constexpr (std::is_class_v<T> && callbox::described<T>)
            return std::apply([&](const auto&... each) {
                return (are(a.*each.at, b.*each.at) && ...);
            }, describe(callbox::as<T>()).all);
        else return a == b;
    }
    template <class T>
    static bool are(const callbox::required<T>& a, const callbox::required<T>& b) {
        return are(static_cast<const T&>(a), static_cast<const T&>(b));
    }
    static bool are(double a, double b) {
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    }
    template <class T> static bool are(const std::optional<T>& a, const std::optional<T>& b) {
        return a.has_value() == b.has_value() && (!a || are(*a, *b));
    }
    template <class T> static bool are(const std::vector<T>& a, const std::vector<T>& b) {
        bool all = a.size() == b.size();
        for (std::size_t i = 0; all && i < a.size(); ++i) all = are(a[i], b[i]);
        return all;
    }
    template <class T>
    static bool are(const std::map<std::string, T>& a, const std::map<std::string, T>& b) {
        bool all = a.size() == b.size();
        for (const auto& [name, value] : a) all = all && b.contains(name) && are(value, b.at(name));
        return all;
    }
    template <class... T>
    static bool are(const std::tuple<T...>& a, const std::tuple<T...>& b) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (are(std::get<I>(a), std::get<I>(b)) && ...);
        }(std::index_sequence_for<T...>());
    }
    template <class... T>
    static bool are(const std::variant<T...>& a, const std::variant<T...>& b) {
        const auto is_same = [&]<class Each>(const Each& each) {
            return are(each, std::get<Each>(b));
        };
        return a.index() == b.index() && std::visit(is_same, a);
    }
};
