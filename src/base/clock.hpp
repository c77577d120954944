// Time: one clock for deadlines, one text for the Date field.
#pragma once

#include "fixed_text.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace callbox {

// Milliseconds since some start; never goes back.
using time_ms = std::int64_t;
inline constexpr time_ms never = INT64_MAX;

time_ms now_ms();

// Seconds since 1970, for people; and the same in milliseconds.
std::int64_t wall_clock_s();
std::int64_t wall_clock_ms();

using time_text = basic_fixed_text<32>;

// "Sun, 06 Nov 1994 08:49:37 GMT": an IMF-fixdate of RFC 9110, 5.6.7.
time_text http_date(std::int64_t wall_clock_s);
// Reads an HTTP-date in each of its three forms; the day of the week is not compared with the date.
// A year of two digits is at most 50 years after `now_s`.               RFC 9110, 5.6.7
std::optional<std::int64_t> read_http_date(std::string_view text, std::int64_t now_s);
// "1994-11-06T08:49:37.123Z": RFC 3339.
time_text timestamp(std::int64_t wall_clock_ms);

}  // namespace callbox
