// Time: one clock for deadlines, one text for the Date field.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace callbox {

// Milliseconds since some start; never goes back.
using time_ms = std::int64_t;
inline constexpr time_ms never = INT64_MAX;

time_ms now_ms();

// Seconds since 1970, for people; and the same in milliseconds.
std::int64_t wall_clock_s();
std::int64_t wall_clock_ms();

// "Sun, 06 Nov 1994 08:49:37 GMT": an IMF-fixdate of RFC 9110, 5.6.7.
class http_date {
public:
    static constexpr std::size_t length = 29;
    explicit http_date(std::int64_t wall_clock_s);
    std::string_view view() const { return {text_.data(), text_.size()}; }

private:
    std::array<char, length> text_;
};

// "1994-11-06T08:49:37.123Z": RFC 3339.
class timestamp {
public:
    static constexpr std::size_t length = 24;
    explicit timestamp(std::int64_t wall_clock_ms);
    std::string_view view() const { return {text_.data(), text_.size()}; }

private:
    std::array<char, length> text_;
};

}  // namespace callbox
