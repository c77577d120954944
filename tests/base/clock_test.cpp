#include "base/clock.hpp"

#include <criterion/criterion.h>

#include <optional>
#include <string>
#include <string_view>

namespace clock_test { namespace {

Test(base_clock, a_timestamp_is_rfc_3339_in_utc_with_milliseconds) {
    const struct {
        std::int64_t ms;
        std::string_view text;
    } rows[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {951'782'400'007, "2000-02-29T00:00:00.007Z"},
        {1'795'309'323'456, "2026-11-22T01:02:03.456Z"},
        {4'102'444'799'999, "2099-12-31T23:59:59.999Z"},
    };
    for (const auto& row : rows) {
        const std::string got(callbox::timestamp(row.ms));
        cr_expect(got == row.text, "%s", got.c_str());
    }
}

constexpr std::int64_t in_1994 = 784'111'777, in_2026 = 1'795'309'323;

Test(base_clock, an_http_date_is_read_in_each_of_its_three_forms) {
    const struct {
        std::string_view text;
        std::int64_t s;
    } rows[] = {
        {"Sun, 06 Nov 1994 08:49:37 GMT", in_1994},
        {"Sunday, 06-Nov-94 08:49:37 GMT", in_1994},
        {"Sun Nov  6 08:49:37 1994", in_1994},
        {"Sun Nov 16 08:49:37 1994", in_1994 + 10 * 86'400},
        {"Thu, 01 Jan 1970 00:00:00 GMT", 0},
        {"Wednesday, 31-Dec-69 23:59:59 GMT", 3'155'759'999},  // 2069: within 50 years
        {"Thursday, 01-Jan-76 00:00:00 GMT", 3'345'062'400},   // 2076, the last of them
        {"Saturday, 01-Jan-77 00:00:00 GMT", 220'924'800},     // 1977
        {"Tue, 29 Feb 2000 23:59:60 GMT", 951'868'800},        // a leap second
        {"Fri, 31 Dec 9999 23:59:59 GMT", 253'402'300'799},
    };
    for (const auto& row : rows) {
        const auto got = callbox::read_http_date(row.text, in_2026);
        cr_expect(got == row.s, "%s: %ld", row.text.data(), static_cast<long>(got.value_or(-1)));
    }
    for (std::int64_t s = 0; s < 4'000'000'000; s += 86'399 * 31)
        cr_expect(callbox::read_http_date(callbox::http_date(s), in_2026) == s);
}

Test(base_clock, what_is_no_http_date_is_none) {
    for (const std::string right :
         {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
          "Sun Nov  6 08:49:37 1994"}) {
        for (std::size_t size = 0; size < right.size(); ++size)
            cr_expect(!callbox::read_http_date(std::string_view(right).substr(0, size), in_2026));
        cr_expect(!callbox::read_http_date(right + " ", in_2026));
        for (std::size_t at = 0; at < right.size(); ++at) {
            std::string wrong = right;
            wrong[at] = '!';
            cr_expect(!callbox::read_http_date(wrong, in_2026), "%s", wrong.c_str());
        }
    }
    for (const std::string_view wrong :
         {"sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
          "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
          "Tue, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
          "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
          "Sun, 06 Nov 1994 08:49:37 UTC", "Monday, 06-Nov-1994 08:49:37 GMT",
          "Sunday, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT"})
        cr_expect(!callbox::read_http_date(wrong, in_2026), "%s", wrong.data());
}

}}  // namespace clock_test
