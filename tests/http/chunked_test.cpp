// A body in chunks: the data that comes out, and above all what is refused.
#include "http/chunked.hpp"
#include "shown.hpp"
#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using callbox::limits;
using callbox::http::chunked;
using callbox::http::progress;
using namespace std::string_view_literals;

struct verdict {
    progress what = progress::more;
    int status = 0;
    std::string reason;
    std::string data;
    std::size_t used = 0;  // of all bytes together

    bool operator==(const verdict&) const = default;
};

// Feeds `text` in pieces that end at each of `cuts` and at its end, each before a guard page.
verdict read_cut(std::string_view text, const std::vector<std::size_t>& cuts,
                 const limits& bounds) {
    chunked of(bounds);
    verdict out;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= cuts.size() && out.what == progress::more; ++i) {
        const std::size_t to = i < cuts.size() ? cuts[i] : text.size();
        const callbox::support::guarded piece(text.substr(from, to - from));
        out.what = of.feed(piece.span());
        out.data.append(piece.span().data(), of.data());
        out.used += of.used();
        if (out.what == progress::more) cr_expect(of.used() == to - from);
        from = to;
    }
    out.status = of.status();
    out.reason = of.reason();
    cr_expect(of.total() == out.data.size());
    return out;
}

// Whole and byte by byte.
verdict read(std::string_view text, const limits& bounds = {}) {
    std::vector<std::size_t> every;
    for (std::size_t at = 1; at < text.size(); ++at) every.push_back(at);
    const verdict whole = read_cut(text, {}, bounds);
    const verdict crumbs = read_cut(text, every, bounds);
    cr_expect(whole == crumbs, "%s: %s whole, %s byte by byte", shown(text).c_str(),
              whole.reason.c_str(), crumbs.reason.c_str());
    return whole;
}

struct row {
    std::string_view text;
    int status;  // 0: it is right
};

template <std::size_t Count> void expect_all(const row (&rows)[Count], std::string_view before,
                                             std::string_view after, const limits& bounds = {}) {
    for (const row& each : rows) {
        const verdict found =
            read(std::string(before) + std::string(each.text) + std::string(after), bounds);
        const progress wanted = each.status == 0 ? progress::done : progress::bad;
        cr_expect(found.what == wanted && found.status == each.status, "%s: wanted %d, got %d (%s)",
                  shown(each.text).c_str(), each.status, found.status, found.reason.c_str());
        cr_expect((found.status == 0) == found.reason.empty());
    }
}

}  // namespace

Test(http_chunked, data_comes_out_without_its_frame) {
    const struct {
        std::string_view text;
        std::string_view data;
    } rows[] = {
        {"0\r\n\r\n", ""},
        {"1\r\na\r\n0\r\n\r\n", "a"},
        {"5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n", "hello, world"},
        {"A\r\n0123456789\r\n00b\r\n0123456789a\r\n000\r\n\r\n", "01234567890123456789a"},
        {"3\r\n\r\n\r\r\n2\r\n0\0\r\n0\r\n\r\n"sv, "\r\n\r0\0"sv},
    };
    for (const auto& each : rows) {
        const verdict found = read(each.text);
        cr_expect(found.what == progress::done, "%s: %s", shown(each.text).c_str(),
                  found.reason.c_str());
        cr_expect(found.data == each.data, "%s", shown(each.text).c_str());
        cr_expect(found.used == each.text.size(), "%s", shown(each.text).c_str());
    }
}

Test(http_chunked, every_two_cuts_give_the_same) {
    const std::string text =
        "4;a=\"\\\"\" ;b\r\nwiki\r\n0a\r\npedia\r\nin \r\n0;x\r\nT: u\r\n\r\nGET";
    const limits bounds;
    const verdict whole = read(text);
    cr_assert(whole.what == progress::done);
    cr_assert(whole.data == "wikipedia\r\nin ");
    cr_assert(whole.used == text.size() - 3);
    for (std::size_t one = 0; one <= text.size(); ++one)
        for (std::size_t two = one; two <= text.size(); ++two)
            cr_expect(read_cut(text, {one, two}, bounds) == whole, "%zu %zu", one, two);
}

Test(http_chunked, what_is_behind_the_body_is_not_read) {
    for (const std::string_view next : {"GET / HTTP/1.1\r\n"sv, "\r\n"sv, "\n"sv, "0\r\n\r\n"sv}) {
        const verdict found = read("1\r\na\r\n0\r\n\r\n" + std::string(next));
        cr_expect(found.what == progress::done && found.used == 11, "%s", shown(next).c_str());
    }
}

Test(http_chunked, a_body_is_not_done_before_its_last_byte) {
    const std::string text = "1;a\r\nb\r\n0\r\nT: u\r\n\r\n";
    for (std::size_t size = 0; size < text.size(); ++size)
        cr_expect(read(text.substr(0, size)).what == progress::more, "%zu", size);
}

Test(http_chunked, a_size_is_hexadecimal_digits) {
    const row rows[] = {
        {"5", 0},
        {"0000000000000005", 0},
        {"00000000000000005", 400},
        {"", 400},
        {" 5", 400},
        {"\t5", 400},
        {"5 ", 400},
        {"5\t", 400},
        {"5 5", 400},
        {"+5", 400},
        {"-5", 400},
        {"0x5", 400},
        {"5h", 400},
        {"5.0", 400},
        {"5,", 400},
        {"5_", 400},
        {"g", 400},
        {"\xd9\xa5", 400},
        {"5\0"sv, 400},
        {"\0"sv, 400},
        {"\"5\"", 400},
        {"5\v", 400},
        {"\r\n5", 400},
        {"\n5", 400},
        {"5\n", 400},
        {"5\r", 400},
        {"5\r\r", 400},
        {"4", 400},
        {"6", 400},
    };
    expect_all(rows, "", "\r\nhello\r\n0\r\n\r\n");
    expect_all({{"5\nhello\r\n", 400},
                {"5\rhello\r\n", 400},
                {"5hello\r\n", 400},
                {"5\r\nhello", 400},
                {"5\r\nhello\n", 400},
                {"5\r\nhello\r", 400},
                {"5\r\nhello!\r\n", 400},
                {"5\r\nhello\r\n\r\n", 400},
                {"5\r\nhell\r\n", 400}},
               "", "0\r\n\r\n");
}

Test(http_chunked, no_size_is_not_the_size_0) {
    expect_all({{"", 400},
                {"T: u\r\n", 400},
                {"1\r\na\r\n", 400},
                {"0", 0},
                {"1\r\na\r\n0", 0}},
               "", "\r\n\r\n");
    expect_all({{";a", 400}, {" ", 400}, {"0;a", 0}}, "", "\r\n\r\n");
}

Test(http_chunked, an_extension_is_names_and_values) {
    const row rows[] = {
        {";a", 0},
        {";a;b", 0},
        {" ; a = b ;\tc", 0},
        {";a=\"\"", 0},
        {";a=\"b c\t\\\"\\\\\\;\xff\"", 0},
        {";a=\"b\" ;c", 0},
        {";", 400},
        {";;a", 400},
        {";a;", 400},
        {"; ", 400},
        {" a", 400},
        {";a ", 400},
        {";a b", 400},
        {";=b", 400},
        {";a=", 400},
        {";a= ", 400},
        {";a=;b", 400},
        {";a==b", 400},
        {";a=b=c", 400},
        {";a=b ", 400},
        {";a=b c", 400},
        {";a,b", 400},
        {";a@b", 400},
        {";\"a\"", 400},
        {";a=\"b", 400},
        {";a=b\"", 400},
        {";a=\"b\"c", 400},
        {";a=\"b\" ", 400},
        {";a=\"b\" c", 400},
        {";a=\"\\\x01\"", 400},
        {";a=\"\x01\"", 400},
        {";a=\"\x7f\"", 400},
        {";a=\"\0\""sv, 400},
        {";a=\"\n\"", 400},
        {";a=\"\r\n\"", 400},
        {";a=\"\\\r\n\"", 400},
        {";a\0"sv, 400},
        {";a\v", 400},
        {";a\n", 400},
        {";a\nb", 400},
        {";a\rb", 400},
        {";\xc3\xa4", 400},
        {";a\r\n b", 400},
    };
    expect_all(rows, "1", "\r\na\r\n0\r\n\r\n");
}

Test(http_chunked, a_trailer_is_a_field_line) {
    const row rows[] = {
        {"", 0},
        {"X:\r\n", 0},
        {"X: a\tb \xff \r\nY:b\r\n", 0},
        {"Content-Length: 5\r\nTransfer-Encoding: x\r\n", 0},  // it is dropped
        {"X", 400},
        {"X\r\n", 400},
        {":\r\n", 400},
        {": a\r\n", 400},
        {" X: a\r\n", 400},
        {"\tX: a\r\n", 400},
        {"X : a\r\n", 400},
        {"X\t: a\r\n", 400},
        {"X Y: a\r\n", 400},
        {"X@: a\r\n", 400},
        {"\xc3\x84: a\r\n", 400},
        {"X: a\r\n b\r\n", 400},
        {"X: a\n", 400},
        {"X: a\r", 400},
        {"X: a\rY: b\r\n", 400},
        {"X: a\nY: b\r\n", 400},
        {"\n", 400},
        {"\r", 400},
        {"X: \0\r\n"sv, 400},
        {"X\0: a\r\n"sv, 400},
        {"X: \x01\r\n", 400},
        {"X: \x7f\r\n", 400},
        {"X: \v\r\n", 400},
    };
    expect_all(rows, "1\r\na\r\n0\r\n", "\r\n");
}

Test(http_chunked, a_body_over_the_limit_is_told_by_a_chunks_size) {
    limits bounds;
    bounds.request_bytes_max = 20;
    const std::string ten = "a\r\n0123456789\r\n";
    cr_expect(read(ten + ten + "0\r\n\r\n", bounds).status == 0);
    cr_expect(read(ten + "9\r\n012345678\r\n0\r\n\r\n", bounds).status == 0);
    const row rows[] = {{"b", 413},
                        {"b\r\n", 413},
                        {"1", 0},
                        {"0b;x", 413},
                        {"1000000000000000", 413},
                        {"ffffffffffffffff", 413},
                        {"fffffffffffffffff", 413}};
    for (const row& each : rows) {
        const verdict found = read(ten + std::string(each.text), bounds);
        cr_expect(found.status == each.status, "%s: %d", each.text.data(), found.status);
        cr_expect(found.data == "0123456789");
    }
    cr_expect(read(ten + ten + "1", bounds).status == 413);
    cr_expect(read("15", bounds).status == 413);
    cr_expect(read("14", bounds).status == 0);
}

Test(http_chunked, no_size_wraps_around_without_a_limit) {
    limits bounds;
    bounds.request_bytes_max = SIZE_MAX;
    const std::string all(2 * sizeof(std::size_t) - 1, 'f');
    cr_expect(read(all + "f\r\n", bounds).status == 0);
    cr_expect(read("1\r\na\r\n" + all + "f\r\n", bounds).status == 413);
    cr_expect(read("1\r\na\r\n" + all + "e\r\n", bounds).status == 0);
    cr_expect(read("10000000000000000\r\n", bounds).status == (SIZE_MAX > UINT32_MAX ? 400 : 413));
}

Test(http_chunked, extensions_of_all_chunks_together_are_bounded) {
    limits bounds;
    bounds.header_bytes_max = 40;
    const auto body = [](std::size_t length) {
        const std::string one = "1;" + std::string(18, 'a') + "\r\nb\r\n";  // 20 bytes with its CR
        return one + "1;" + std::string(length - 22, 'a') + "\r\nb\r\n0\r\n\r\n";
    };
    for (std::size_t length = 36; length <= 39; ++length)  // the last line's CR counts too
        cr_expect(read(body(length), bounds).status == 0, "%zu", length);
    for (std::size_t length = 41; length <= 43; ++length)
        cr_expect(read(body(length), bounds).status != 0, "%zu", length);
    const verdict endless = read("1;" + std::string(100, 'a'), bounds);
    cr_expect(endless.status == 400 && endless.used == 42);
}

Test(http_chunked, trailers_are_bounded_in_bytes_and_number) {
    limits bounds;
    bounds.header_bytes_max = 40;
    bounds.header_count_max = 3;
    cr_expect(read("0\r\nX: " + std::string(33, 'a') + "\r\n\r\n", bounds).status == 0);
    cr_expect(read("0\r\nX: " + std::string(38, 'a') + "\r\n\r\n", bounds).status == 431);
    cr_expect(read("0\r\nX: " + std::string(90, 'a'), bounds).status == 431);
    cr_expect(read("0\r\n" + std::string(90, 'X'), bounds).status == 431);
    cr_expect(read("0\r\nX:\r\nX:\r\nX:\r\n\r\n", bounds).status == 0);
    cr_expect(read("0\r\nX:\r\nX:\r\nX:\r\nX", bounds).status == 431);
}

Test(http_chunked, what_was_refused_stays_refused) {
    const limits bounds;
    chunked of(bounds);
    std::string text = "x";
    cr_assert(of.feed(text) == progress::bad);
    text = "1\r\na\r\n0\r\n\r\n";
    cr_assert(of.feed(text) == progress::bad);
    cr_assert(of.status() == 400 && of.used() == 0 && of.data() == 0);
}

Test(http_chunked, no_bytes_change_nothing) {
    const limits bounds;
    chunked of(bounds);
    cr_assert(of.feed({}) == progress::more);
    std::string text = "0\r\n\r\n";
    cr_assert(of.feed(text) == progress::done);
    cr_assert(of.feed({}) == progress::done);
}
