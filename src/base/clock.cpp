// Computes dates without gmtime(): no time zone database, no locale.
#include "clock.hpp"

#include <callbox/detail/text.hpp>

#include <ctime>

namespace callbox {

static_assert(sizeof(std::time_t) == 8, "time_t must have 64 bits: build with -D_TIME_BITS=64");

namespace {

std::int64_t ms_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

using namespace std::chrono;

constexpr std::string_view weekdays = "SunMonTueWedThuFriSat";
constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";

// Reads a date from left to right. Any mismatch sets `is_wrong`.
struct date_reader {
    std::string_view text;
    bool is_wrong = false;

    bool skip(std::string_view wanted) { return detail::take_prefix(text, wanted); }
    void expect(std::string_view wanted) { is_wrong |= !skip(wanted); }
    int number(int digits_count) {
        int made = 0;
        is_wrong |= !detail::take_digits(text, digits_count, made);
        return made;
    }
    // The index of the next three-letter name in `all`.
    unsigned name(std::string_view all) {
        for (std::size_t at = 0; at < all.size(); at += 3)
            if (skip(all.substr(at, 3))) return static_cast<unsigned>(at / 3);
        is_wrong = true;
        return 0;
    }
    // time-of-day = hour ":" minute ":" second; a second may be a leap second
    seconds time_of_day() {
        const int hour = number(2);
        expect(":");
        const int minute = number(2);
        expect(":");
        const int second = number(2);
        is_wrong |= hour > 23 || minute > 59 || second > 60;
        return hours(hour) + minutes(minute) + seconds(second);
    }
};

digits year_of(year_month_day date) { return {static_cast<int>(date.year()), 4}; }
digits day_of(year_month_day date) { return {static_cast<unsigned>(date.day()), 2}; }

}  // namespace

time_ms now_ms() { return ms_of(CLOCK_MONOTONIC); }

std::int64_t wall_clock_ms() { return ms_of(CLOCK_REALTIME); }

std::int64_t wall_clock_s() { return wall_clock_ms() / 1000; }

calendar::calendar(milliseconds since_1970)
    : day(floor<days>(sys_time<milliseconds>(since_1970))), date(day),
      time(since_1970 - day.time_since_epoch()) {}

time_text calendar::date_text() const {
    return {year_of(date), "-", digits(static_cast<unsigned>(date.month()), 2), "-", day_of(date)};
}

time_text calendar::time_of_day() const {
    return {digits(time.hours().count(), 2), ":", digits(time.minutes().count(), 2), ":",
            digits(time.seconds().count(), 2)};
}

// IMF-fixdate  = day-name "," SP day SP month SP year SP time-of-day SP GMT
// rfc850-date  = day-name-l "," SP day "-" month "-" 2DIGIT SP time-of-day SP GMT
// asctime-date = day-name SP month SP ( 2DIGIT / ( SP 1DIGIT )) SP time-of-day SP year
std::optional<std::int64_t> read_http_date(std::string_view text, std::int64_t now_s) {
    static constexpr std::string_view ends[] = {"day", "day", "sday", "nesday", "rsday", "day",
                                                "urday"};
    date_reader from{text};
    const unsigned weekday = from.name(weekdays);
    const bool is_asctime = from.skip(" "), is_long = !is_asctime && from.skip(ends[weekday]);
    const std::string_view between = is_long ? "-" : " ";
    if (!is_asctime) from.expect(", ");
    int day_of_month = is_asctime ? 0 : from.number(2);
    if (!is_asctime) from.expect(between);
    const month in{from.name(months) + 1};
    from.expect(between);
    if (is_asctime) day_of_month = from.number(from.skip(" ") ? 1 : 2);
    int in_year = is_asctime ? 0 : from.number(is_long ? 2 : 4);
    from.expect(" ");
    const seconds time = from.time_of_day();
    from.expect(is_asctime ? " " : " GMT");
    if (is_asctime) in_year = from.number(4);
    if (is_long) {
        const calendar limit{seconds{now_s} + years(50)};
        const int latest = static_cast<int>(limit.date.year());
        in_year += latest - latest % 100;
        if (in_year > latest) in_year -= 100;
    }
    const year_month_day date{year(in_year), in, day(static_cast<unsigned>(day_of_month))};
    if (from.is_wrong || !from.text.empty() || !date.ok()) return std::nullopt;
    return seconds(sys_days(date).time_since_epoch() + time).count();
}

time_text http_date(std::int64_t wall_clock_s) {
    const calendar at{seconds{wall_clock_s}};
    const auto month = (static_cast<unsigned>(at.date.month()) - 1) * std::size_t{3};
    return {weekdays.substr(weekday{at.day}.c_encoding() * std::size_t{3}, 3), ", ",
            day_of(at.date), " ", months.substr(month, 3), " ", year_of(at.date), " ",
            at.time_of_day(), " GMT"};
}

time_text timestamp(std::int64_t wall_clock_ms) {
    const calendar at{milliseconds{wall_clock_ms}};
    return {at.date_text(), "T", at.time_of_day(), ".", digits(at.time.subseconds().count(), 3),
            "Z"};
}

}  // namespace callbox
