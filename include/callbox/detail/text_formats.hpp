// callbox/detail/text_formats.hpp - the codecs of dates, times, UUIDs and bytes. Part of
// formats.hpp.
#pragma once

#include <callbox/formats.hpp>

#include <chrono>

namespace callbox {

namespace detail {

void write_date(writer& to, std::chrono::year_month_day date);
void write_date_time(writer& to, std::int64_t units, int decimals);
void write_duration(writer& to, std::int64_t units, int decimals);
// Requires: check_base64() found no error.
void decode_base64(std::string_view text, std::vector<std::byte>& out);

// ------------------------------------------------------------------------------------- scanning

// Functions that return text return the reason why the input is invalid, a literal, or empty text.

// 4DIGIT "-" 2DIGIT "-" 2DIGIT, removed from `text`                           RFC 3339, 5.6
constexpr std::string_view take_date(std::string_view& text, std::chrono::year_month_day& out) {
    int year = 0, month = 0, day = 0;
    const bool formed = take_digits(text, 4, year) && take_prefix(text, "-") &&
                        take_digits(text, 2, month) && take_prefix(text, "-") &&
                        take_digits(text, 2, day);
    if (!formed) return "must begin with YYYY-MM-DD";
    if (month < 1 || month > 12) return "the month must be 01 to 12";
    out = {std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
           std::chrono::day(static_cast<unsigned>(day))};
    return out.ok() ? "" : "the month has no such day";
}

// `drops_more`: decimals that a time cannot represent.
constexpr std::string_view read_text(std::string_view text, std::chrono::year_month_day& out,
                                     bool /*drops_more*/ = false) {
    if (text.size() != 10) return "must be YYYY-MM-DD";
    return take_date(text, out);
}

// 2DIGIT ":" 2DIGIT ":" 2DIGIT                                                RFC 3339, 5.6
constexpr std::string_view take_time(std::string_view& text, std::int64_t& seconds) {
    int hour = 0, minute = 0, second = 0;
    const bool formed = take_digits(text, 2, hour) && take_prefix(text, ":") &&
                        take_digits(text, 2, minute) && take_prefix(text, ":") &&
                        take_digits(text, 2, second);
    if (!formed) return "the time must be hh:mm:ss";
    if (hour > 23 || minute > 59 || second > 60) return "the time must be 00:00:00 to 23:59:59";
    if (second == 60) return "leap seconds are not supported";
    seconds += (hour * 60 + minute) * 60 + second;
    return "";
}

// [ "." 1*DIGIT ]                                                             RFC 3339, 5.6
constexpr std::string_view take_fraction(std::string_view& text, int decimals,
                                         std::int64_t& fraction, bool drops_more) {
    const bool is_there = take_prefix(text, ".");
    if (is_there && !is_decimal(text)) return "expected a digit after the decimal point";
    for (int i = 0; i < decimals || (is_there && is_decimal(text)); ++i) {
        int digit = 0;
        if (is_there && is_decimal(text)) take_digits(text, 1, digit);
        if (i < decimals) fraction = fraction * 10 + digit;
        else if (digit != 0 && !drops_more) return "too many decimals in the seconds";
    }
    return "";
}

// "Z" / ( ( "+" / "-" ) 2DIGIT ":" 2DIGIT )                                   RFC 3339, 5.6
constexpr std::string_view take_offset(std::string_view& text, std::int64_t& seconds) {
    if (take_prefix(text, "Z") || take_prefix(text, "z")) return "";
    const bool ahead = take_prefix(text, "+");
    int hours = 0, minutes = 0;
    const bool formed = (ahead || take_prefix(text, "-")) && take_digits(text, 2, hours) &&
                        take_prefix(text, ":") && take_digits(text, 2, minutes);
    if (!formed) return "expected 'Z' or an offset ±hh:mm after the time";
    if (hours > 23 || minutes > 59) return "the offset must be -23:59 to +23:59";
    const int offset = (hours * 60 + minutes) * 60;
    seconds += ahead ? -offset : offset;
    return "";
}

constexpr std::int64_t power_of_ten(int exponent) {
    std::int64_t power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

// The first and the last second of the years 0000 to 9999, in UTC.
inline constexpr std::int64_t first_second = -62'167'219'200, last_second = 253'402'300'799;

// False if it does not fit. A fraction counts upward from the second, before 1970 too.
constexpr bool join(std::int64_t seconds, std::int64_t fraction, int decimals, std::int64_t& out) {
    const std::int64_t unit = power_of_ten(decimals);
    const bool is_before = seconds < 0 && fraction != 0;
    return !__builtin_mul_overflow(seconds + is_before, unit, &out) &&
           !__builtin_add_overflow(out, is_before ? fraction - unit : fraction, &out);
}

// Reads a date-time into `out`, in units of 10^-decimals seconds since 1970. Refuses more decimals,
// or drops them. Requires: `decimals` is 0, 3, 6 or 9.
constexpr std::string_view read_date_time(std::string_view text, int decimals, std::int64_t& out,
                                          bool drops_more = false) {
    std::chrono::year_month_day date;
    if (const auto why = take_date(text, date); !why.empty()) return why;
    if (!take_prefix(text, "T") && !take_prefix(text, "t")) return "expected 'T' after the date";
    std::int64_t seconds = std::chrono::sys_days(date).time_since_epoch().count();
    seconds *= 86'400;
    std::int64_t fraction = 0;
    if (const auto why = take_time(text, seconds); !why.empty()) return why;
    const auto why_not = take_fraction(text, decimals, fraction, drops_more);
    if (!why_not.empty()) return why_not;
    if (const auto why = take_offset(text, seconds); !why.empty()) return why;
    if (!text.empty()) return "unexpected text after the offset";
    if (seconds < first_second || seconds > last_second)
        return "the year in UTC must be 0000 to 9999";
    return join(seconds, fraction, decimals, out) ? "" : "too far from 1970 to be represented";
}

template <class D> inline constexpr int decimals_of = -1;
template <> inline constexpr int decimals_of<std::chrono::seconds> = 0;
template <> inline constexpr int decimals_of<std::chrono::milliseconds> = 3;
template <> inline constexpr int decimals_of<std::chrono::microseconds> = 6;
template <> inline constexpr int decimals_of<std::chrono::nanoseconds> = 9;

template <class D>
constexpr std::string_view read_text(std::string_view text, std::chrono::sys_time<D>& out,
                                     bool drops_more = false) {
    std::int64_t units = 0;
    const auto why = read_date_time(text, decimals_of<D>, units, drops_more);
    out = std::chrono::sys_time<D>(D(units));
    return why;
}

// "P" *( number unit ) [ "T" 1*( number unit ) ], a "-" before it           ISO 8601-1, 5.5.2
//
// The units W, D; H, M, S are in this order, each at most once and at least one; S may have
// decimals. Reads into `out`, in units of 10^-decimals seconds.
constexpr std::string_view read_duration(std::string_view text, int decimals, std::int64_t& out,
                                         bool drops_more = false) {
    constexpr std::string_view form = "must be a duration like P1DT2H3M4.5S";
    struct unit {
        char name;
        bool is_of_day;
        std::int64_t seconds;
    };
    constexpr unit units[] = {{'W', false, 604'800}, {'D', false, 86'400}, {'H', true, 3'600},
                              {'M', true, 60},       {'S', true, 1}};
    const bool is_negative = take_prefix(text, "-");
    if (!take_prefix(text, "P") || text.empty()) return form;
    std::int64_t seconds = 0, fraction = 0;
    bool is_of_day = false;
    for (const unit* next = std::begin(units); !text.empty();) {
        if (!is_of_day && take_prefix(text, "T")) is_of_day = true;
        std::int64_t count = 0;
        if (!is_decimal(text)) return form;
        for (; is_decimal(text); text.remove_prefix(1))
            if (__builtin_mul_overflow(count, 10, &count) ||
                __builtin_add_overflow(count, text.front() - '0', &count))
                return "too long to be represented";
        const std::size_t at = text.find_first_not_of(".0123456789");
        if (text.starts_with('.') && (at == text.npos || text[at] != 'S')) return form;
        if (const auto why = take_fraction(text, decimals, fraction, drops_more); !why.empty())
            return why;
        while (next != std::end(units) && (next->is_of_day != is_of_day || text.empty() ||
                                           next->name != text.front()))
            ++next;
        if (next == std::end(units)) return form;
        if (__builtin_mul_overflow(count, next->seconds, &count) ||
            __builtin_add_overflow(seconds, count, &seconds))
            return "too long to be represented";
        text.remove_prefix(1);
        ++next;
    }
    if (!join(seconds, fraction, decimals, out)) return "too long to be represented";
    if (is_negative) out = -out;
    return "";
}

// A duration of whole or decimal seconds, or of minutes, hours or days.
template <class D> inline constexpr bool is_duration = false;
template <class Rep, class Period>
inline constexpr bool is_duration<std::chrono::duration<Rep, Period>> =
    std::signed_integral<Rep> && (Period::den == 1 || decimals_of<std::chrono::duration<
        std::int64_t, Period>> >= 0);
template <class D> inline constexpr int decimals_in = [] {
    int decimals = 0;
    for (auto left = D::period::den; left > 1; left /= 10) ++decimals;
    return decimals;
}();

template <class D> requires is_duration<D>
constexpr std::string_view read_text(std::string_view text, D& out, bool drops_more = false) {
    std::int64_t units = 0;
    const auto why = read_duration(text, decimals_in<D>, units, drops_more);
    if (!why.empty()) return why;
    const std::int64_t step = D::period::num;
    if (units % step != 0)
        return step == 60      ? "must be in whole minutes"
               : step == 3600  ? "must be in whole hours"
               : step == 86400 ? "must be in whole days"
                               : "must be in whole units of its type";
    if (!std::in_range<typename D::rep>(units / step)) return "too long to be represented";
    out = D(static_cast<typename D::rep>(units / step));
    return "";
}

// 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet            RFC 9562, 4
constexpr std::string_view read_text(std::string_view text, uuid& out, bool = false) {
    if (text.size() != 36) return "must have 36 characters";
    std::size_t at = 0;
    for (std::size_t i = 0; i < 16; ++i) {
        const bool has_hyphen = i == 4 || i == 6 || i == 8 || i == 10;
        if (has_hyphen && text[at++] != '-') return "hyphens must separate groups of 8-4-4-4-12";
        const int high = hex_value(text[at]), low = hex_value(text[at + 1]);
        if (high < 0 || low < 0) return "not a hexadecimal digit";
        out.octets[i] = static_cast<std::uint8_t>(high << 4 | low);
        at += 2;
    }
    return "";
}

// The 6 bits of a character; -1 if it is not in the alphabet.                  RFC 4648, 4
constexpr int base64_bits(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26
         : c >= '0' && c <= '9' ? c - '0' + 52 : c == '+' ? 62 : c == '/' ? 63 : -1;
}

constexpr std::size_t base64_padding(std::string_view text) {
    return text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
}

constexpr std::string_view check_base64(std::string_view text) {
    const std::size_t padding = base64_padding(text);
    for (const char c : text.substr(0, text.size() - padding)) {
        if (base64_bits(c) >= 0) continue;
        if (c == '=') return "'=' before the end";
        if (c == '-' || c == '_') return "'-' and '_' are base64url, not base64";
        return "not a base64 character";
    }
    if (text.size() % 4 != 0) return "the length must be a multiple of 4; pad with '='";
    if (padding == 0) return "";
    const int last = base64_bits(text[text.size() - padding - 1]);
    return (last & (padding == 2 ? 15 : 3)) == 0 ? "" : "non-zero trailing bits";
}

inline std::string_view read_text(std::string_view text, std::vector<std::byte>& out,
                                  bool = false) {
    const std::string_view why = check_base64(text);
    if (why.empty()) decode_base64(text, out);
    return why;
}

// A string in the format of read_text(). Clients drop decimals of a time that it cannot represent:
// they do not choose those of a result.
template <class T> struct format_codec {
    // Why a text is not a T, for the compiler.
    static constexpr std::string_view why_no(std::string_view text) {
        T ignored{};
        return read_text(text, ignored);
    }
    static constexpr type schema_of(std::string_view format, std::string_view sample) {
        return {.form = type_form::string, .format = format, .sample = sample,
                .why_not = why_no};
    }
    static bool read(value from, T& out, violations& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, codec<T>::schema);
        const std::string_view why = read_text(from.text(), out, bad.ignores_unknown_members());
        return why.empty() || bad.refuse(from, codec<T>::schema, why);
    }
};

}  // namespace detail

constexpr std::optional<uuid> uuid::parse(std::string_view text) {
    uuid made;
    if (!detail::read_text(text, made).empty()) return std::nullopt;
    return made;
}

template <> struct codec<std::chrono::year_month_day>
    : detail::format_codec<std::chrono::year_month_day> {
    static constexpr type schema = schema_of("date", "2024-02-29");
    // An invalid date, or one outside the years 0000 to 9999, has no JSON: null, and the response
    // is -32603.
    static void write(writer& to, std::chrono::year_month_day from) {
        detail::write_date(to, from);
    }
};

template <class D> requires(detail::decimals_of<D> >= 0)
struct codec<std::chrono::sys_time<D>> : detail::format_codec<std::chrono::sys_time<D>> {
    static constexpr type schema = codec::schema_of("date-time", "2024-02-29T12:30:00Z");
    // A time outside the years 0000 to 9999 has no JSON.
    static void write(writer& to, std::chrono::sys_time<D> from) {
        detail::write_date_time(to, from.time_since_epoch().count(), detail::decimals_of<D>);
    }
};

template <class D> requires detail::is_duration<D>
struct codec<D> : detail::format_codec<D> {
    static constexpr type schema =
        codec::schema_of("duration", D::period::num > 3600 ? "P1D" : "PT1H");
    static void write(writer& to, D from) {
        std::int64_t units = 0;
        if (__builtin_mul_overflow(from.count(), D::period::num, &units)) to.inexpressible();
        else detail::write_duration(to, units, detail::decimals_in<D>);
    }
};

template <> struct codec<uuid> : detail::format_codec<uuid> {
    static constexpr type schema = schema_of("uuid", "f81d4fae-7dec-41d0-8765-00a0c91e6bf6");
    static void write(writer& to, const uuid& from) { to.string(from.text()); }
};

template <> struct codec<std::vector<std::byte>> : detail::format_codec<std::vector<std::byte>> {
    static constexpr type schema{.form = type_form::string,
                                 .format = "base64",
                                 .sample = "YWI=",
                                 .why_not = detail::check_base64};
    static void write(writer& to, const std::vector<std::byte>& from) { to.base64(from); }
};

}  // namespace callbox
