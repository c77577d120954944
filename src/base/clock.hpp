// Clocks, and dates in HTTP and RFC 3339 format.
#pragma once

#include "fixed_text.hpp"

#include <chrono>
#include <optional>

namespace callbox {

// Milliseconds of a monotonic clock with an arbitrary start.
using time_ms = std::int64_t;
inline constexpr time_ms never = INT64_MAX;

time_ms now_ms();

// Seconds and milliseconds since 1970-01-01 00:00:00 UTC.
std::int64_t wall_clock_s();
std::int64_t wall_clock_ms();

using time_text = basic_fixed_text<32>;

// A time since 1970-01-01 00:00:00 UTC as a date and a time of day.
struct calendar {
    explicit calendar(std::chrono::milliseconds since_1970);

    time_text date_text() const;    // "1994-11-06"
    time_text time_of_day() const;  // "08:49:37"

    std::chrono::sys_days day;
    std::chrono::year_month_day date;
    std::chrono::hh_mm_ss<std::chrono::milliseconds> time;
};

// "Sun, 06 Nov 1994 08:49:37 GMT": an IMF-fixdate of RFC 9110, 5.6.7.
time_text http_date(std::int64_t wall_clock_s);
// Parses an HTTP-date in any of its three formats; the day of the week is not checked against the
// date. A two-digit year is at most 50 years after `now_s`.             RFC 9110, 5.6.7
std::optional<std::int64_t> read_http_date(std::string_view text, std::int64_t now_s);
// "1994-11-06T08:49:37.123Z": RFC 3339.
time_text timestamp(std::int64_t wall_clock_ms);

}  // namespace callbox
