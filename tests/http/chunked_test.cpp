// A body in chunks: the data that comes out, and above all what is refused.
#include "http/chunked.hpp"
#include "shown.hpp"
#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace chunked_test { namespace {

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
    chunked reader(bounds);
    verdict out;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= cuts.size() && out.what == progress::more; ++i) {
        const std::size_t to = i < cuts.size() ? cuts[i] : text.size();
        const callbox::support::guarded piece(text.substr(from, to - from));
        out.what = reader.feed(piece.span());
        out.data.append(piece.span().data(), reader.data());
        out.used += reader.used();
        if (out.what == progress::more) cr_expect(reader.used() == to - from);
        from = to;
    }
    out.status = reader.status();
    out.reason = reader.reason();
    cr_expect(reader.total() == out.data.size());
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

void expect_all(const std::vector<texts>& rows, std::string_view before, std::string_view after) {
    for (const auto& [status, all] : rows)
        for (const std::string_view each : all)
            expect_status(read(std::string(before).append(each).append(after)), status, each);
}

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
    expect_all({{0, {"5", "0000000000000005"}},
                {400, {"00000000000000005", "", " 5", "\t5", "5 ", "5\t", "5 5", "+5", "-5", "0x5",
                       "5h", "5.0", "5,", "5_", "g", "\xd9\xa5", "5\0"sv, "\0"sv, "\"5\"", "5\v",
                       "\r\n5", "\n5", "5\n", "5\r", "5\r\r", "4", "6"}}},
               "", "\r\nhello\r\n0\r\n\r\n");
    expect_all({{400, {"5\nhello\r\n", "5\rhello\r\n", "5hello\r\n", "5\r\nhello", "5\r\nhello\n",
                       "5\r\nhello\r", "5\r\nhello!\r\n", "5\r\nhello\r\n\r\n", "5\r\nhell\r\n"}}},
               "", "0\r\n\r\n");
}

Test(http_chunked, no_size_is_not_the_size_0) {
    expect_all({{0, {"0", "1\r\na\r\n0"}},
                {400, {"", "T: u\r\n", "1\r\na\r\n"}}}, "", "\r\n\r\n");
    expect_all({{0, {"0;a"}},
                {400, {";a", " "}}}, "", "\r\n\r\n");
}

Test(http_chunked, an_extension_is_names_and_values) {
    expect_all({{0, {";a", ";a;b", ";a\t;b", " ; a = b ;\tc", ";a=\"\"",
                     ";a=\"b c\t\\\"\\\\\\;\xff\"", ";a=\"b\" ;c"}},
                {400, {";", ";;a", ";a;", "; ", " a", ";a ", ";a b", ";=b", ";a=", ";a= ", ";a=;b",
                       ";a==b", ";a=b=c", ";a=b ", ";a=b c", ";a,b", ";a@b", ";\"a\"", ";a=\"b",
                       ";a=b\"", ";a=\"b\"c", ";a=\"b\" ", ";a=\"b\" c", ";a=\"\\\x01\"",
                       ";a=\"\x01\"", ";a=\"\x7f\"", ";a=\"\0\""sv, ";a=\"\n\"", ";a=\"\r\n\"",
                       ";a=\"\\\r\n\"", ";a\0"sv, ";a\v", ";a\n", ";a\nb", ";a\rb", ";\xc3\xa4",
                       ";a\r\n b"}}},
               "1", "\r\na\r\n0\r\n\r\n");
}

Test(http_chunked, a_trailer_is_a_field_line) {
    expect_all({{0, {"Content-Length: 5\r\nTransfer-Encoding: x\r\n",  // it is dropped
                     "", "X:\r\n", "X: a\tb \xff \r\nY:b\r\n"}},
                {400, {"X", "X\r\n", ":\r\n", ": a\r\n", " X: a\r\n", "\tX: a\r\n", "X : a\r\n",
                       "X\t: a\r\n", "X Y: a\r\n", "X@: a\r\n", "\xc3\x84: a\r\n", "X: a\r\n b\r\n",
                       "X: a\n", "X: a\r", "X: a\rY: b\r\n", "X: a\nY: b\r\n", "\n", "\r",
                       "X: \0\r\n"sv, "X\0: a\r\n"sv, "X: \x01\r\n", "X: \x7f\r\n", "X: \v\r\n"}}},
               "1\r\na\r\n0\r\n", "\r\n");
}

Test(http_chunked, a_body_over_the_limit_is_told_by_a_chunks_size) {
    const limits bounds{.request_bytes_max = 20};
    const std::string ten = "a\r\n0123456789\r\n";
    cr_expect(read(ten + ten + "0\r\n\r\n", bounds).status == 0);
    cr_expect(read(ten + "9\r\n012345678\r\n0\r\n\r\n", bounds).status == 0);
    for (const char* size : {"1", "b", "b\r\n", "0b;x", "1000000000000000", "ffffffffffffffff",
                             "fffffffffffffffff"}) {
        const verdict found = read(ten + size, bounds);
        cr_expect(found.status == (size == "1"sv ? 0 : 413), "%s: %d", size, found.status);
        cr_expect(found.data == "0123456789");
    }
    cr_expect(read(ten + ten + "1", bounds).status == 413);
    cr_expect(read("15", bounds).status == 413);
    cr_expect(read("14", bounds).status == 0);
}

Test(http_chunked, no_size_wraps_around_without_a_limit) {
    const limits bounds{.request_bytes_max = SIZE_MAX};
    const std::string all(2 * sizeof(std::size_t) - 1, 'f');
    cr_expect(read(all + "f\r\n", bounds).status == 0);
    cr_expect(read("1\r\na\r\n" + all + "f\r\n", bounds).status == 413);
    cr_expect(read("1\r\na\r\n" + all + "e\r\n", bounds).status == 0);
    cr_expect(read("10000000000000000\r\n", bounds).status == (SIZE_MAX > UINT32_MAX ? 400 : 413));
}

Test(http_chunked, extensions_of_all_chunks_together_are_bounded) {
    const limits bounds{.header_bytes_max = 40};
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
    const limits bounds{.header_bytes_max = 40, .header_count_max = 3};
    cr_expect(read("0\r\nX: " + std::string(33, 'a') + "\r\n\r\n", bounds).status == 0);
    cr_expect(read("0\r\nX: " + std::string(38, 'a') + "\r\n\r\n", bounds).status == 431);
    cr_expect(read("0\r\nX: " + std::string(90, 'a'), bounds).status == 431);
    cr_expect(read("0\r\n" + std::string(90, 'X'), bounds).status == 431);
    for (std::size_t length = 34; length <= 40; ++length)  // wherever the second line crosses it
        cr_expect(read("0\r\nX: " + std::string(length, 'a') + "\r\nYYYYY:\r\n\r\n", bounds)
                      .status == 431);
    cr_expect(read("0\r\nX:\r\nX:\r\nX:\r\n\r\n", bounds).status == 0);
    cr_expect(read("0\r\nX:\r\nX:\r\nX:\r\nX", bounds).status == 431);
}

Test(http_chunked, what_was_refused_stays_refused) {
    const limits bounds;
    chunked reader(bounds);
    std::string text = "x";
    cr_assert(reader.feed(text) == progress::bad);
    text = "1\r\na\r\n0\r\n\r\n";
    cr_assert(reader.feed(text) == progress::bad);
    cr_assert(reader.status() == 400 && reader.used() == 0 && reader.data() == 0);
}

Test(http_chunked, no_bytes_change_nothing) {
    const limits bounds;
    chunked reader(bounds);
    cr_assert(reader.feed({}) == progress::more);
    std::string text = "0\r\n\r\n";
    cr_assert(reader.feed(text) == progress::done);
    cr_assert(reader.feed({}) == progress::done);
}

}}  // namespace chunked_test
