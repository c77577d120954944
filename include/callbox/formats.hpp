// callbox/formats.hpp - strings with a format: dates, times, UUIDs, bytes. Part of codec.hpp.
//
//     C++                                       JSON
//     std::chrono::year_month_day               "2024-02-29"              RFC 3339, full-date
//     std::chrono::sys_time<D>                  "2024-02-29T12:00:00.5Z"  RFC 3339, date-time
//     std::chrono::duration                     "PT1H30M", "PT0.5S"        ISO 8601-1, 5.5.2
//     callbox::uuid                             "0123abcd-..."            RFC 9562, 36 characters
//     std::vector<std::byte>                    "YWI="                    RFC 4648, base64
//
// Other strings are refused with -32602, and `data.errors` has the reason. The document has the
// format. In an example they are strings, which the compiler checks: example({"2024-02-29"}). A
// default is a constant<VALUE>. Neither the locale nor the time zone database is used.
//
// A date has a year from 0000 to 9999 and exists in the Gregorian calendar.
//
// In a date-time, D is seconds, milliseconds, microseconds or nanoseconds. "T" and "Z" may be in
// lower case; a space in place of "T" is refused. An offset, "-00:00" included, is applied and not
// kept: the value is in UTC. Nothing is rounded: decimals of the second that D cannot represent are
// refused unless they are zeros; a client drops those of a result. A time outside the range of D,
// or outside the years 0000 to 9999 in UTC, is refused, and so is a leap second (":60"), because
// sys_time has none. Results are in UTC with "Z", without trailing zeros.
//
// A duration is of seconds, their thousandths, millionths or billionths, or of minutes, hours or
// days, as an integer. Weeks (W) and days (D) are read as 7 times 24 and as 24 hours; years and
// months are refused. Results are in hours, minutes and seconds. A "-" precedes a negative one.
//
// A UUID, of any version, has 32 hexadecimal digits of either case in groups of 8-4-4-4-12; results
// are in lower case.
//
// base64 uses "+" and "/" and is padded with "="; line breaks, other characters and non-zero
// trailing bits are refused. length() of an `arg` counts characters, 4 for each 3 bytes; size()
// does not apply.
#pragma once

#include <callbox/detail/containers.hpp>

#include <compare>

namespace callbox {

// A universally unique identifier, by default the nil UUID.
struct uuid {
    std::array<std::uint8_t, 16> octets{};  // in the order of the text

    // Returns nothing if `text` is not a UUID.
    static constexpr std::optional<uuid> parse(std::string_view text);
    std::string text() const;  // 36 characters
    static uuid random();      // version 4, from the kernel's random numbers

    friend constexpr auto operator<=>(const uuid&, const uuid&) = default;
};

}  // namespace callbox

template <> struct std::hash<callbox::uuid> {
    std::size_t operator()(const callbox::uuid& of) const noexcept {
        const auto* const text = reinterpret_cast<const char*>(of.octets.data());
        return std::hash<std::string_view>()({text, of.octets.size()});
    }
};

#include <callbox/detail/text_formats.hpp>
