// Dates, times, UUIDs and base64: accepted text, output, and the reasons of refusals.
#include <callbox/codec.hpp>

#include <criterion/criterion.h>

#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <string_view>
#include <vector>

namespace formats_test { namespace {

using namespace callbox;
using namespace std::chrono;
using std::optional, std::string, std::string_view, std::vector;

namespace described {

struct file {
    std::vector<std::byte> content;
    std::vector<std::vector<std::byte>> parts;
};
constexpr auto describe(callbox::as<file>) {
    return callbox::fields{callbox::field("content", &file::content),
                           callbox::field("parts", &file::parts)};
}

}  // namespace described

using octets = vector<std::byte>;

string quoted(string_view text) {
    bytes out;
    writer(out).string(text);
    return string(out.view());
}

// Parses the text as a T and formats it again; nothing if it is refused.
template <class T> optional<string> again(string_view text) {
    const auto read = json::parse(quoted(text))->as<T>();
    if (!read) return std::nullopt;
    return string(json(*read).text());
}

struct row {
    string_view text;
    string_view wanted;  // the output or the reason of the refusal
};

template <class T> void expect_same(const vector<string_view>& texts) {
    for (const auto text : texts) {
        const auto got = again<T>(text);
        cr_expect(got == quoted(text), "%s became %s", string(text).c_str(),
                  got.value_or("nothing").c_str());
    }
}

template <class T> void expect_canonical(const vector<row>& rows) {
    for (const row& r : rows) {
        const auto got = again<T>(r.text);
        cr_expect(got == quoted(r.wanted), "%s became %s", string(r.text).c_str(),
                  got.value_or("nothing").c_str());
        cr_expect(codec<T>::schema.why_not(r.text).empty());
    }
}

template <class T> void expect_refused(const vector<row>& rows) {
    for (const row& r : rows) {
        document text;
        string copy = quoted(r.text);
        cr_assert(text.parse(copy));
        T out{};
        violations bad;
        const bool accepted = codec<T>::read(text.root(), out, bad);
        cr_assert(!accepted && bad.all().size() == 1, "%s is accepted", string(r.text).c_str());
        const violation& f = bad.all().front();
        cr_expect(f.kind == violation_kind::refused && f.name == r.wanted, "%s: %s",
                  string(r.text).c_str(), string(f.name).c_str());
        cr_expect(codec<T>::schema.why_not(r.text) == r.wanted);
    }
}

template <class T> void expect_wrong_type() {
    for (const char* text : {"null", "1", "true", "[]", "{}", "20240229"}) {
        document parsed;
        string copy(text);
        cr_assert(parsed.parse(copy));
        T out{};
        violations bad;
        cr_expect(!codec<T>::read(parsed.root(), out, bad) &&
                      bad.all().front().kind == violation_kind::wrong_type, "%s", text);
    }
}

// The output for a value; "error" if it has no JSON form.
template <class T> string written(const T& from) {
    bytes out;
    writer to(out);
    codec<T>::write(to, from);
    if (to.misused() == writer::misuse::not_expressible) return "error";
    return string(out.view());
}

Test(json_formats, dates_go_there_and_back) {
    expect_same<year_month_day>({"2024-02-29", "0000-01-01", "9999-12-31", "2000-02-29",
                                 "1900-02-28", "1970-01-01", "2024-12-01"});
}

Test(json_formats, what_is_no_date_says_why) {
    constexpr string_view form = "must be YYYY-MM-DD", begin = "must begin with YYYY-MM-DD";
    constexpr string_view month = "the month must be 01 to 12", day = "the month has no such day";
    expect_refused<year_month_day>({
        {"", form}, {"2024-2-9", form}, {"2024-02-2", form}, {"2024-02-290", form},
        {"2024-02-29T", form}, {" 2024-02-29", form}, {"+2024-02-2", begin}, {"-024-02-29", begin},
        {"2024/02/29", begin}, {"2024-0229-", begin}, {"20240229--", begin}, {"2024-02-2x", begin},
        {"2024-02- 9", begin}, {"２024-02-", begin},
        {"2024-00-01", month}, {"2024-13-01", month}, {"2024-99-99", month},
        {"2024-01-00", day}, {"2024-01-32", day}, {"2023-02-29", day}, {"1900-02-29", day},
        {"2024-04-31", day}, {"2024-02-30", day},
    });
    expect_wrong_type<year_month_day>();
}

Test(json_formats, a_date_that_does_not_exist_is_not_written) {
    cr_expect(written(year_month_day{}) == "error");
    cr_expect(written(2023y / February / 29) == "error");
    cr_expect(written(year(10000) / 1 / 1) == "error");
    cr_expect(written(year(-1) / 1 / 1) == "error");
    cr_expect(written(2024y / February / 29) == R"("2024-02-29")");
}

Test(json_formats, times_in_canonical_form_go_there_and_back) {
    expect_same<sys_seconds>({"1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z",
                              "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
                              "2024-02-29T12:34:56Z"});
    expect_same<sys_time<milliseconds>>({"2024-02-29T12:34:56.789Z", "1969-12-31T23:59:59.999Z",
                                         "0000-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z",
                                         "1970-01-01T00:00:00.1Z"});
    expect_same<sys_time<microseconds>>({"2024-02-29T12:34:56.000001Z", "2024-02-29T00:00:00Z",
                                         "0000-01-01T00:00:00.000001Z",
                                         "9999-12-31T23:59:59.999999Z"});
    expect_same<sys_time<nanoseconds>>({"1970-01-01T00:00:00.000000001Z",
                                        "1969-12-31T23:59:59.999999999Z",
                                        "2262-04-11T23:47:16.854775807Z",
                                        "1677-09-21T00:12:43.145224192Z"});
}

Test(json_formats, other_forms_of_a_time_become_canonical) {
    expect_canonical<sys_time<microseconds>>({
        {"2024-02-29t12:34:56z", "2024-02-29T12:34:56Z"},
        {"2024-02-29T12:34:56.500000Z", "2024-02-29T12:34:56.5Z"},
        {"2024-02-29T12:34:56.0Z", "2024-02-29T12:34:56Z"},
        {"2024-02-29T12:34:56.123456000000000000000Z", "2024-02-29T12:34:56.123456Z"},
        {"2024-02-29T12:34:56+00:00", "2024-02-29T12:34:56Z"},
        {"2024-02-29T12:34:56-00:00", "2024-02-29T12:34:56Z"},
        {"2024-03-01T00:34:56+01:00", "2024-02-29T23:34:56Z"},
        {"2024-02-29T23:34:56-01:30", "2024-03-01T01:04:56Z"},
        {"2024-01-01T00:00:00+23:59", "2023-12-31T00:01:00Z"},
        {"1970-01-01T00:00:00.25+00:01", "1969-12-31T23:59:00.25Z"},
        {"9999-12-31T23:59:59+00:00", "9999-12-31T23:59:59Z"},
        {"0000-01-01T01:00:00+01:00", "0000-01-01T00:00:00Z"},
    });
}

Test(json_formats, what_is_no_time_says_why) {
    constexpr string_view begin = "must begin with YYYY-MM-DD";
    constexpr string_view no_t = "expected 'T' after the date";
    constexpr string_view form = "the time must be hh:mm:ss";
    constexpr string_view range = "the time must be 00:00:00 to 23:59:59";
    constexpr string_view offset = "expected 'Z' or an offset ±hh:mm after the time";
    expect_refused<sys_time<microseconds>>({
        {"", begin}, {"now", begin}, {"24-02-29T12:34:56Z", begin},
        {"2024-02-29", no_t}, {"2024-02-29 12:34:56Z", no_t}, {"2024-02-29X12:34:56Z", no_t},
        {"2024-02-30T12:34:56Z", "the month has no such day"},
        {"2024-13-01T12:34:56Z", "the month must be 01 to 12"},
        {"2024-02-29T", form}, {"2024-02-29T12:34Z", form}, {"2024-02-29T1:34:56Z", form},
        {"2024-02-29T123456Z", form}, {"2024-02-29T12:34:5Z", form},
        {"2024-02-29T-1:34:56Z", form},
        {"2024-02-29T24:00:00Z", range}, {"2024-02-29T12:60:00Z", range},
        {"2024-02-29T12:34:61Z", range},
        {"2016-12-31T23:59:60Z", "leap seconds are not supported"},
        {"2024-02-29T12:34:56", offset}, {"2024-02-29T12:34:56,5Z", offset},
        {"2024-02-29T12:34:56+1:00", offset}, {"2024-02-29T12:34:56+01", offset},
        {"2024-02-29T12:34:56+0100", offset}, {"2024-02-29T12:34:56 Z", offset},
        {"2024-02-29T12:34:56UTC", offset}, {"2024-02-29T12:34:56.5", offset},
        {"2024-02-29T12:34:56+24:00", "the offset must be -23:59 to +23:59"},
        {"2024-02-29T12:34:56-00:60", "the offset must be -23:59 to +23:59"},
        {"2024-02-29T12:34:56.Z", "expected a digit after the decimal point"},
        {"2024-02-29T12:34:56.-5Z", "expected a digit after the decimal point"},
        {"2024-02-29T12:34:56Z ", "unexpected text after the offset"},
        {"2024-02-29T12:34:56ZZ", "unexpected text after the offset"},
        {"2024-02-29T12:34:56+01:00Z", "unexpected text after the offset"},
        {"2024-02-29T12:34:56.1234567Z", "too many decimals in the seconds"},
        {"2024-02-29T12:34:56.0000000000001Z", "too many decimals in the seconds"},
        {"0000-01-01T00:00:00+00:01", "the year in UTC must be 0000 to 9999"},
        {"9999-12-31T23:59:59-00:01", "the year in UTC must be 0000 to 9999"},
    });
    expect_refused<sys_seconds>(
        {{"2024-02-29T12:34:56.5Z", "too many decimals in the seconds"}});
    expect_refused<sys_time<nanoseconds>>({
        {"2262-04-11T23:47:16.854775808Z", "too far from 1970 to be represented"},
        {"1677-09-21T00:12:43.145224191Z", "too far from 1970 to be represented"},
        {"9999-12-31T23:59:59Z", "too far from 1970 to be represented"},
        {"0000-01-01T00:00:00Z", "too far from 1970 to be represented"},
    });
    expect_wrong_type<sys_seconds>();
}

Test(json_formats, a_time_beyond_four_digits_of_a_year_is_not_written) {
    cr_expect(written(sys_seconds(seconds(253'402'300'800))) == "error");
    cr_expect(written(sys_seconds(seconds(-62'167'219'201))) == "error");
    cr_expect(written(sys_time<microseconds>::max()) == "error");
    cr_expect(written(sys_time<microseconds>::min()) == "error");
    cr_expect(written(sys_time<nanoseconds>::min()) == R"("1677-09-21T00:12:43.145224192Z")");
}

Test(json_formats, each_second_of_many_goes_there_and_back) {
    for (std::int64_t at = -62'167'219'200; at < 253'402'300'800; at += 86'400 * 97 + 3'671) {
        const sys_seconds time{seconds(at)};
        const auto read = json::parse(written(time))->as<sys_seconds>();
        cr_assert(read == time, "%lld", static_cast<long long>(at));
    }
}

Test(json_formats, durations_go_there_and_back) {
    expect_same<milliseconds>({"PT0S", "PT1.5S", "PT26H", "PT1M", "PT1H1M1.001S", "-PT0.5S"});
    expect_same<nanoseconds>({"PT0.000000001S", "PT2562047H47M16.854775807S"});
    expect_same<hours>({"PT0S", "PT1H", "-PT100H"});
    expect_canonical<seconds>({{"P1D", "PT24H"}, {"P1W", "PT168H"}, {"P1DT1H", "PT25H"},
                               {"PT90S", "PT1M30S"}, {"PT0H5M", "PT5M"}, {"PT1.000S", "PT1S"},
                               {"PT007S", "PT7S"}, {"P0D", "PT0S"}, {"-PT0S", "PT0S"}});
    expect_canonical<days>({{"P2D", "PT48H"}, {"PT24H", "PT24H"}});
    cr_expect(written(minutes(90)) == R"("PT1H30M")" && written(seconds::min()) ==
              R"("-PT2562047788015215H30M8S")", "%s", written(seconds::min()).c_str());
    cr_expect(written(hours::max()) == "error");
}

Test(json_formats, what_is_no_duration_says_why) {
    constexpr string_view form = "must be a duration like P1DT2H3M4.5S";
    constexpr string_view size = "too long to be represented";
    vector<row> wrong;
    for (const string_view text :
         {"", "P", "PT", "1S", "PT1", "P1S", "P1DT", "PT1S1M", "PT1M1M", "P1Y", "P1M", "PT1D",
          "P1H", "PT1,5S", "PT1.5M", "PT-1S", "+PT1S", "pt1s", "PT1S ", " PT1S", "PT S", "P1.5D"})
        wrong.push_back({text, form});
    expect_refused<seconds>(wrong);
    expect_refused<seconds>({{"PT1.5S", "too many decimals in the seconds"},
                             {"PT1.S", "expected a digit after the decimal point"},
                             {"PT9223372036854775808S", size},
                             {"P9223372036854775807D", size},
                             {"PT1H9223372036854775807S", size}});
    expect_refused<nanoseconds>({{"PT9223372037S", size}});
    expect_refused<hours>({{"PT90M", "must be in whole hours"}});
    expect_refused<minutes>({{"PT90S", "must be in whole minutes"}});
    expect_refused<days>({{"PT36H", "must be in whole days"}});
    expect_refused<weeks>({{"P10D", "must be in whole units of its type"}});
    expect_refused<duration<std::int8_t>>({{"PT128S", size}});
    expect_wrong_type<milliseconds>();
}

Test(json_formats, uuids_are_written_small) {
    expect_same<uuid>({"00000000-0000-0000-0000-000000000000",
                       "ffffffff-ffff-ffff-ffff-ffffffffffff",
                       "f81d4fae-7dec-41d0-8765-00a0c91e6bf6"});
    expect_canonical<uuid>({{"F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6",
                             "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"}});
    constexpr auto made = uuid::parse("00010203-0405-0607-0809-0a0b0c0d0e0F");
    static_assert(made && made->octets[0] == 0 && made->octets[15] == 15);
    static_assert(!uuid::parse("00010203-0405-0607-0809-0a0b0c0d0e0"));
    cr_expect(made->text() == "00010203-0405-0607-0809-0a0b0c0d0e0f");
    cr_expect(uuid{} < *made);
}

Test(json_formats, random_uuids_are_of_version_4_and_differ) {
    std::unordered_set<uuid> all;
    for (int i = 0; i < 1000; ++i) {
        const uuid made = uuid::random();
        cr_assert(made.octets[6] >> 4 == 4 && made.octets[8] >> 6 == 2);
        cr_assert(uuid::parse(made.text()) == made);
        all.insert(made);
    }
    cr_expect(all.size() == 1000);
}

Test(json_formats, what_is_no_uuid_says_why) {
    constexpr string_view size = "must have 36 characters";
    constexpr string_view hyphens = "hyphens must separate groups of 8-4-4-4-12";
    constexpr string_view digit = "not a hexadecimal digit";
    expect_refused<uuid>({
        {"", size}, {"f81d4fae7dec41d0876500a0c91e6bf6", size},
        {"{f81d4fae-7dec-41d0-8765-00a0c91e6bf6}", size},
        {"urn:uuid:f81d4fae-7dec-41d0-8765-00a0c91e6bf6", size},
        {"f81d4fae-7dec-41d0-8765-00a0c91e6bf", size},
        {"f81d4fae-7dec-41d0-8765-00a0c91e6bf66", size},
        {"f81d4fae7-dec-41d0-8765-00a0c91e6bf6", hyphens},
        {"f81d4fae-7dec-41d0-876500-a0c91e6bf6", hyphens},
        {"f81d4fae_7dec_41d0_8765_00a0c91e6bf6", hyphens},
        {"g81d4fae-7dec-41d0-8765-00a0c91e6bf6", digit},
        {"f81d4fae-7dec-41d0-8765-00a0c91e6bf ", digit},
        {"-81d4fae-7dec-41d0-8765-00a0c91e6bf6", digit},
    });
    expect_wrong_type<uuid>();
}

Test(json_formats, bytes_go_there_and_back) {
    // RFC 4648, 10
    expect_same<octets>({"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy", "+/+/",
                         "AAAA", "//8=", "AA=="});
    for (std::size_t size = 0; size < 100; ++size) {
        octets all(size);
        for (std::size_t i = 0; i < size; ++i) all[i] = static_cast<std::byte>(i * 151 + size);
        cr_assert(json::parse(written(all))->as<octets>() == all, "%zu", size);
    }
}

Test(json_formats, bytes_may_be_members) {
    const string text = R"({"content":"Zm8=","parts":["","Zg=="]})";
    const auto read = json::parse(text)->as<described::file>();
    cr_assert(read.has_value());
    cr_expect(json(*read).text() == text);
}

Test(json_formats, what_is_not_base64_says_why) {
    constexpr string_view size = "the length must be a multiple of 4; pad with '='";
    constexpr string_view early = "'=' before the end";
    constexpr string_view alphabet = "not a base64 character";
    constexpr string_view url = "'-' and '_' are base64url, not base64";
    constexpr string_view bits = "non-zero trailing bits";
    expect_refused<octets>({
        {"A", size}, {"AA", size}, {"AAA", size}, {"AAAAA", size}, {"AA=", size}, {"AAAAAA", size},
        {"=", size}, {"==", size}, {"A=AA", early}, {"=AAA", early}, {"A===", early},
        {"====", early}, {"AA==AAAA", early}, {"AA-A", url}, {"AA_A", url}, {"AA A", alphabet},
        {"AAAA\n", alphabet}, {"AAAA\r\nAAAA", alphabet}, {"AA.A", alphabet}, {"AAé=", alphabet},
        {"Zh==", bits}, {"Zm9=", bits}, {"//9=", bits}, {"AB==", bits},
    });
    expect_wrong_type<octets>();
}

Test(json_formats, bytes_that_do_not_fit_are_dropped_as_a_whole) {
    bytes out(10);
    writer to(out);
    to.base64(octets(6));  // "AAAAAAAA" with its quotes
    cr_expect(!out.overflowed() && out.view() == R"("AAAAAAAA")");
    out.clear();
    writer(out).base64(octets(7));
    cr_expect(out.overflowed());
}

}}  // namespace formats_test
