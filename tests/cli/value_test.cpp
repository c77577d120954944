#include "cli/value.hpp"

#include <criterion/criterion.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace value_test { namespace {

using namespace callbox::cli;
using std::string_view;

void expect_all(bool (*fits)(string_view), bool wanted, std::initializer_list<string_view> texts) {
    for (const string_view text : texts)
        cr_expect(fits(text) == wanted, "%.*s", static_cast<int>(text.size()), text.data());
}

Test(cli_value, amounts_have_units) {
    struct { string_view text; unit in; std::uint64_t amount; } static const rows[] = {
        {"0", unit::count, 0},
        {"100", unit::count, 100},
        {"18446744073709551615", unit::count, UINT64_MAX},
        {"007", unit::count, 7},
        {"65536", unit::bytes, 65536},
        {"64k", unit::bytes, 65536},
        {"1M", unit::bytes, 1 << 20},
        {"17592186044415M", unit::bytes, 17592186044415u * 1048576},
        {"1K", unit::bytes, 1024},
        {"4G", unit::bytes, std::uint64_t{4} << 30},
        {"1T", unit::bytes, std::uint64_t{1} << 40},
        {"5h", unit::ms, 18'000'000},
        {"1500", unit::ms, 1500},
        {"1500ms", unit::ms, 1500},
        {"5s", unit::ms, 5000},
        {"2m", unit::ms, 120000},
    };
    for (const auto& row : rows) {
        const auto amount = read_amount(row.text, row.in);
        cr_expect(amount && *amount == row.amount, "%s", row.text.data());
    }
}

Test(cli_value, invalid_amounts_are_refused) {
    const auto refuses = [](unit in, std::initializer_list<string_view> texts) {
        for (const string_view text : texts)
            cr_expect(not read_amount(text, in), "%s", text.data());
    };
    // The long ones exceed 64 bits.
    refuses(unit::count, {"", "-1", "+1", " 1", "1 ", "1e3", "0x10", "1k", string_view("1\0", 2),
                          "18446744073709551616", "99999999999999999999999"});
    refuses(unit::bytes, {"k", "1s", "1m", "1g", "16777216T", "1kB", "1 k", "1MM",
                          "17592186044416M"});
    refuses(unit::ms, {"1.5", "1M", "1H", "1d", "1sm", "18446744073709552s"});
}

Test(cli_value, an_amounts_text_is_read_back_as_the_same) {
    for (const unit in : {unit::count, unit::bytes, unit::ms})
        for (const std::uint64_t amount :
             {0ull, 1ull, 999ull, 1000ull, 1024ull, 1500ull, 60000ull, 1ull << 20, 3ull << 19,
              static_cast<unsigned long long>(UINT64_MAX)})
            cr_expect(read_amount(amount_text(amount, in), in) == amount, "%llu",
                      static_cast<unsigned long long>(amount));
}

Test(cli_value, an_amounts_text_is_the_shortest) {
    cr_expect(amount_text(1 << 20, unit::bytes) == "1M");
    cr_expect(amount_text(1536, unit::bytes) == "1536");
    cr_expect(amount_text(2048, unit::bytes) == "2k");
    cr_expect(amount_text(std::uint64_t{3} << 30, unit::bytes) == "3G");
    cr_expect(amount_text(24 * 3'600'000, unit::ms) == "24h");
    cr_expect(amount_text(90'000, unit::ms) == "90s");
    cr_expect(amount_text(60'000, unit::ms) == "1m");
    cr_expect(amount_text(1'500, unit::ms) == "1500ms");
    cr_expect(amount_text(0, unit::ms) == "0");
    cr_expect(amount_text(1024, unit::count) == "1024");
}

Test(cli_value, addresses) {
    expect_all(is_address, true,
               {"127.0.0.1:8080", "[::1]:8080", "0.0.0.0:0", ":1", "unix:/run/x", "fd:3"});
    expect_all(is_address, false,
               {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
                "::1:8080", "[::1]", "[::1:8080", "example.org:80", "unix:", "fd:", "fd:x",
                "http://127.0.0.1:80", "127.0.0.1:8080,127.0.0.1:8081", " 127.0.0.1:8080"});
}

Test(cli_value, allowed_hosts_have_no_port) {
    expect_all(is_allowed_host, true,
               {"example.org", "localhost", "10.0.0.1", "[::1]", "*", "a.b."});
    expect_all(is_allowed_host, false,
               {"", "example.org:80", "example.org:", "http://example.org", "a b", "a/b", "a@b",
                "::1", "[::1", "[x]", "*.example.org", "**", "a,b", ","});
}

Test(cli_value, origins_have_the_form_that_browsers_send) {
    expect_all(is_origin, true,
               {"https://example.org", "http://localhost:3000", "http://[::1]:8000",
                "https://Example.org", "capacitor://localhost", "https://example.org:80", "*"});
    expect_all(is_origin, false,
               {"", "null", "example.org", "https://", "https:/example.org", "//example.org",
                "://example.org", "https://example.org/", "https://example.org/page",
                "https://example.org:", "https://example.org:443", "http://example.org:80",
                "https://user@example.org", "https://*.example.org", "https://a b", "https://a,b",
                "1http://a", "https://example.org,https://example.com"});
}

Test(cli_value, urls_name_an_endpoint) {
    expect_all(is_url, true,
               {"http://localhost/api", "https://example.org", "https://example.org:8443/v1/api",
                "http://[::1]:80/", "https://example.org/%7Ea"});
    expect_all(is_url, false,
               {"", "example.org/api", "//example.org", "ftp://example.org", "https://",
                "https:///api", "https://user@example.org/", "https://example.org/a b",
                "https://example.org/?a", "https://example.org/#a", "https://example.org/\"",
                "https://example.org/\xc3\xa4", "https://example.org:x/", "https://a/\n"});
}

Test(cli_value, a_quoted_text_is_one_line) {
    cr_expect(quoted("") == "\"\"");
    cr_expect(quoted("a b\xc3\xa4") == "\"a b\xc3\xa4\"");
    cr_expect(quoted("a\nb\x1b[0m\x7f") == "\"a?b?[0m?\"");
}

}}  // namespace value_test
