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
        : when(since_1970), day(floor<days>(when)), date(day), time(when - day) {}

    sys_time<milliseconds> when;
    sys_days day;
    year_month_day date;
    hh_mm_ss<milliseconds> time;
};

// Writes text of a known length, from left to right.
class fixed_writer {
public:
    explicit fixed_writer(char* to) : to_(to) {}
    void put(std::string_view text) { to_ += text.copy(to_, text.size()); }
    void put(std::int64_t number, int digits) {
        for (int i = digits; i-- > 0; number /= 10) to_[i] = static_cast<char>('0' + number % 10);
        to_ += digits;
    }
    void put(const hh_mm_ss<milliseconds>& time) {
        put(time.hours().count(), 2);
        put(":");
        put(time.minutes().count(), 2);
        put(":");
        put(time.seconds().count(), 2);
    }

private:
    char* to_;
};

}  // namespace

http_date::http_date(std::int64_t wall_clock_s) {
    static constexpr std::string_view weekdays = "SunMonTueWedThuFriSat";
    static constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const calendar at{seconds{wall_clock_s}};
    fixed_writer to(text_.data());
    to.put(weekdays.substr(weekday{at.day}.c_encoding() * std::size_t{3}, 3));
    to.put(", ");
    to.put(static_cast<unsigned>(at.date.day()), 2);
    to.put(" ");
    to.put(months.substr((static_cast<unsigned>(at.date.month()) - 1) * std::size_t{3}, 3));
    to.put(" ");
    to.put(static_cast<int>(at.date.year()), 4);
    to.put(" ");
    to.put(at.time);
    to.put(" GMT");
}

timestamp::timestamp(std::int64_t wall_clock_ms) {
    const calendar at{milliseconds{wall_clock_ms}};
    fixed_writer to(text_.data());
    to.put(static_cast<int>(at.date.year()), 4);
    to.put("-");
    to.put(static_cast<unsigned>(at.date.month()), 2);
    to.put("-");
    to.put(static_cast<unsigned>(at.date.day()), 2);
    to.put("T");
    to.put(at.time);
    to.put(".");
    to.put(at.time.subseconds().count(), 3);
    to.put("Z");
}

}  // namespace callbox
