#include "base/clock.hpp"

#include <criterion/criterion.h>

#include <string>

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
