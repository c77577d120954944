// The calendar is computed here, not by gmtime(): no time zone database, no locale.
#include "clock.hpp"

#include <chrono>
#include <cstddef>
#include <ctime>
#include <string_view>

namespace callbox {

static_assert(sizeof(std::time_t) == 8, "build with -D_TIME_BITS=64, or 2038 is 1901");

time_ms now_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<time_ms>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

std::int64_t wall_clock_s() { return wall_clock_ms() / 1000; }

std::int64_t wall_clock_ms() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

namespace {

using namespace std::chrono;

struct calendar {
    explicit calendar(milliseconds since_1970)
        : day(floor<days>(sys_time<milliseconds>(since_1970))), date(day),
          time(since_1970 - day.time_since_epoch()) {}

    digits year() const { return {static_cast<int>(date.year()), 4}; }
    digits day_of_month() const { return {static_cast<unsigned>(date.day()), 2}; }
    time_text time_of_day() const {
        return {digits(time.hours().count(), 2), ":", digits(time.minutes().count(), 2), ":",
                digits(time.seconds().count(), 2)};
    }

    sys_days day;
    year_month_day date;
    hh_mm_ss<milliseconds> time;
};

}  // namespace

time_text http_date(std::int64_t wall_clock_s) {
    static constexpr std::string_view weekdays = "SunMonTueWedThuFriSat";
    static constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const calendar at{seconds{wall_clock_s}};
    const auto month = (static_cast<unsigned>(at.date.month()) - 1) * std::size_t{3};
    return {weekdays.substr(weekday{at.day}.c_encoding() * std::size_t{3}, 3), ", ",
            at.day_of_month(), " ", months.substr(month, 3), " ", at.year(), " ",
            at.time_of_day(), " GMT"};
}

time_text timestamp(std::int64_t wall_clock_ms) {
    const calendar at{milliseconds{wall_clock_ms}};
    return {at.year(), "-", digits(static_cast<unsigned>(at.date.month()), 2), "-",
            at.day_of_month(), "T", at.time_of_day(), ".",
            digits(at.time.subseconds().count(), 3), "Z"};
}

}  // namespace callbox
