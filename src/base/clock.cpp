// The calendar is computed here, not by gmtime(): no time zone database, no locale.
#include "clock.hpp"

#include <chrono>
#include <cstddef>
#include <ctime>

namespace callbox {

static_assert(sizeof(std::time_t) == 8, "build with -D_TIME_BITS=64, or 2038 is 1901");

time_ms now_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<time_ms>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

std::int64_t wall_clock_s() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec;
}

http_date::http_date(std::int64_t wall_clock_s) {
    static constexpr std::string_view weekdays = "SunMonTueWedThuFriSat";
    static constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    using namespace std::chrono;
    const sys_seconds when{seconds{wall_clock_s}};
    const sys_days day = floor<days>(when);
    const year_month_day date{day};
    const hh_mm_ss time{when - day};

    char* to = text_.data();
    const auto put = [&to](std::string_view text) {
        for (const char c : text) *to++ = c;
    };
    const auto put_number = [&to](std::int64_t number, int digits) {
        for (int i = digits; i-- > 0; number /= 10) to[i] = static_cast<char>('0' + number % 10);
        to += digits;
    };
    put(weekdays.substr(weekday{day}.c_encoding() * std::size_t{3}, 3));
    put(", ");
    put_number(static_cast<unsigned>(date.day()), 2);
    put(" ");
    put(months.substr((static_cast<unsigned>(date.month()) - 1) * std::size_t{3}, 3));
    put(" ");
    put_number(static_cast<int>(date.year()), 4);
    put(" ");
    put_number(time.hours().count(), 2);
    put(":");
    put_number(time.minutes().count(), 2);
    put(":");
    put_number(time.seconds().count(), 2);
    put(" GMT");
}

}  // namespace callbox
