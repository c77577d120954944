// callbox/formats.hpp - texts with a meaning: dates, times, UUIDs, bytes. Part of codec.hpp.
//
//     C++                                       JSON
//     std::chrono::year_month_day               "2024-02-29"              RFC 3339, full-date
//     std::chrono::sys_time<D>                  "2024-02-29T12:00:00.5Z"  RFC 3339, date-time
//     callbox::uuid                             "0123abcd-..."            RFC 9562, 36 characters
//     std::vector<std::byte>                    "YWI="                    RFC 4648, base64
//
// What is no such text is refused with -32602, and `data.errors` says why. The document has the
// format. In an example they are text: example({"2024-02-29"}); the compiler checks it. A default
// is a constant<VALUE>. Nothing depends on a locale or on the time zone database.
//
// A date is of the years 0000 to 9999 and exists in the Gregorian calendar.
//
// D of a date-time is seconds, milliseconds, microseconds or nanoseconds. "T" and "Z" may be small,
// a blank in place of "T" is refused. An offset, also "-00:00", is taken into account and then
// lost: the value is in UTC. Decimals of the second that D can't keep are refused unless they are
// zeros, so that nothing is rounded; so is a time outside the range of D, or of the years 0000 to
// 9999 in UTC. A leap second (":60") is refused: sys_time has none. Results are in UTC with "Z",
// without needless zeros.
//
// A UUID has 32 hexadecimal digits, large or small, in groups of 8-4-4-4-12, of any version;
// results have small ones.
//
// base64 has the alphabet with "+" and "/", and is padded with "="; line breaks, other characters,
// and bits in the last character that no byte takes are refused. length() of an `arg` counts its
// characters, 4 for each 3 bytes; size() does not suit it.
#pragma once

#include <callbox/detail/containers.hpp>

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace callbox {

// A universally unique identifier, by default the nil UUID.
struct uuid {
    std::array<std::uint8_t, 16> octets{};  // in the order of the text

    // Nothing when `text` is no UUID.
    static constexpr std::optional<uuid> parse(std::string_view text);
    std::string text() const;  // 36 characters

    friend constexpr auto operator<=>(const uuid&, const uuid&) = default;
};

}  // namespace callbox

#include <callbox/detail/text_formats.hpp>
