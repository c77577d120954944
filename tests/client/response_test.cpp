// Responses parsed as a whole and byte by byte, before a guard page.
#include "client/response.hpp"
#include "http/shown.hpp"
#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace response_test { namespace {

using callbox::net::response_parser;
using callbox::http::progress;
using namespace std::string_literals;
using std::string;
using std::string_view;

// "200 OK [body] keep", "more", or "bad: reason".
string outcome(response_parser& parser, progress what) {
    if (what == progress::more) return "more";
    if (what == progress::bad) return string("bad: ") + parser.reason();
    string out = std::to_string(parser.status()) + ' ' + string(parser.phrase()) + " [";
    out.append(parser.body().data(), parser.body().size());
    return out + (parser.keep_alive() ? "] keep" : "]");
}

// Parses `text`, followed by the end of the connection if `ends`.
string read(string_view text, bool ends, std::size_t most = 100) {
    const callbox::support::guarded bytes(text);
    response_parser whole(most);
    progress what = whole.feed(bytes.view());
    if (ends) what = whole.end();
    const string wanted = outcome(whole, what);
    response_parser crumbs(most);
    what = progress::more;
    for (std::size_t i = 0; i < text.size(); ++i) what = crumbs.feed(bytes.view().substr(i, 1));
    if (ends) what = crumbs.end();
    const string found = outcome(crumbs, what);
    cr_expect(found == wanted, "%s: %s byte by byte, %s whole", shown(text).c_str(),
              found.c_str(), wanted.c_str());
    return wanted;
}

struct row {
    string text;
    string_view wanted;
};

template <std::size_t Count> void expect_all(const row (&rows)[Count], bool ends) {
    for (const row& each : rows) {
        const string found = read(each.text, ends);
        cr_expect(found == each.wanted, "%s: %s", shown(each.text).c_str(), found.c_str());
    }
}

std::optional<std::uint32_t> retry_after(string_view fields) {
    response_parser parser;
    (void)parser.feed("HTTP/1.1 503 Busy\r\n" + string(fields) + "\r\n");
    return parser.retry_after_s(784'111'777);  // Sun, 06 Nov 1994 08:49:37 GMT
}

string with(string_view fields, string_view body = "") {
    return "HTTP/1.1 200 OK\r\n" + string(fields) + "\r\n" + string(body);
}

Test(client_response, a_body_ends_where_its_length_says) {
    expect_all({
        {with("Content-Length: 2\r\n", "{}"), "200 OK [{}] keep"},
        {with("content-LENGTH:0\r\n"), "200 OK [] keep"},
        {with("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"), "200 OK [{}] keep"},
        {with("Content-Length: 2\r\nConnection: close\r\n", "{}"), "200 OK [{}]"},
        {with("Content-Length: 2\r\nConnection: x, Close\r\n", "{}"), "200 OK [{}]"},
        {"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", "200 OK [{}]"},
        {"HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}",
         "200 OK [{}] keep"},
        {"HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\nx", "404 Not Found [x] keep"},
        {"HTTP/1.1 500\r\nContent-Length: 1\r\n\r\nx", "500  [x] keep"},
        {"HTTP/1.1 500 \r\nContent-Length: 1\r\n\r\nx", "500  [x] keep"},
        {"HTTP/1.1 204 No Content\r\n\r\n", "204 No Content [] keep"},
        {"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", "304 Not Modified [] keep"},
    }, false);
}

Test(client_response, a_body_without_a_length_ends_with_the_connection) {
    expect_all({
        {with("", "{}"), "200 OK [{}]"},
        {with(""), "200 OK []"},
        {"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\n{}", "200 OK [{}]"},
    }, true);
    cr_expect(read(with("", "{}"), false) == "more");
}

Test(client_response, chunks_are_put_together) {
    expect_all({
        {with("Transfer-Encoding: chunked\r\n", "1\r\n{\r\n1;x=y\r\n}\r\n0\r\nA: b\r\n\r\n"),
         "200 OK [{}] keep"},
        {with("Transfer-Encoding: Chunked\r\n", "0\r\n\r\n"), "200 OK [] keep"},
        {with("Transfer-Encoding: chunked\r\n", "0\r\n\r\nx"), "200 OK []"},
    }, false);
}

Test(client_response, interim_responses_are_skipped) {
    expect_all({
        {"HTTP/1.1 100 Continue\r\n\r\n" + with("Content-Length: 2\r\n", "{}"),
         "200 OK [{}] keep"},
        {"HTTP/1.1 103 Early\r\nContent-Length: 7\r\nConnection: close\r\n\r\n"
         "HTTP/1.1 100 Continue\r\n\r\n" + with("Content-Length: 2\r\n", "{}"),
         "200 OK [{}] keep"},
        {"HTTP/1.1 101 Switching Protocols\r\n\r\n",
         "bad: unrequested protocol switch"},
        {"HTTP/1.1 100 Continue\r\n\r\n", "more"},
    }, false);
}

Test(client_response, the_bytes_after_an_upgrade_are_its_body) {
    const string head = "HTTP/1.1 103 \r\n\r\nHTTP/1.1 101 A: b\r\nContent-Length: 1\r\n\r\n";
    for (const std::size_t cut : {std::size_t{0}, std::size_t{9}, head.size(), head.size() + 2}) {
        response_parser parser;
        parser.allow_upgrade();
        const string text = head + "\x81\x02{}";
        if (cut != 0) (void)parser.feed(string_view(text).substr(0, cut));
        const progress what = parser.feed(string_view(text).substr(cut));
        cr_expect(outcome(parser, what) == "101 A: b [\x81\x02{}] keep", "%zu", cut);
        cr_expect(parser.head() == "Content-Length: 1\r\n\r\n");
    }
}

Test(client_response, after_bytes_that_answer_nothing_the_connection_is_not_used_again) {
    cr_expect(read(with("Content-Length: 2\r\n", "{}x"), false) == "200 OK [{}]");
    cr_expect(read("HTTP/1.1 204 \r\n\r\nx", false) == "204  []");
}

Test(client_response, what_is_not_http_is_bad) {
    expect_all({
        {"SSH-2.0-OpenSSH_9.2\r\n", "bad: does not begin with HTTP/1.1 and a status"},
        //^
        {"HTTP/2 200\r\n\r\n", "bad: does not begin with HTTP/1.1 and a status"},
        {"HTTP/1.1  200 OK\r\n\r\n", "bad: the status is not a three-digit number"},
        //         ^
        {"HTTP/1.1\r\n\r\n", "bad: does not begin with HTTP/1.1 and a status"},
        {"\r\n", "bad: does not begin with HTTP/1.1 and a status"},
        {"HTTP/1.1 20\r\n\r\n", "bad: does not begin with HTTP/1.1 and a status"},
        {"HTTP/1.1 2000 OK\r\n\r\n", "bad: the status is not a three-digit number"},
        //            ^
        {"HTTP/1.1 099 OK\r\n\r\n", "bad: the status is not a three-digit number"},
        {"HTTP/1.1 600 OK\r\n\r\n", "bad: the status is not a three-digit number"},
        {"HTTP/1.1 2x0 OK\r\n\r\n", "bad: the status is not a three-digit number"},
        {"HTTP/1.1 200 OK\n", "bad: a line ends with LF alone instead of CRLF"},
        {"HTTP/1.1 200 \x01", "bad: control character in the head"},
        {with(" a: b\r\n"), "bad: obsolete line folding"},
        //    ^
        {with("a : b\r\n"), "bad: there is white space in or after a field's name"},
        {with("a\r\n"), "bad: a field's name is not a token and a colon"},
    }, false);
}

Test(client_response, a_body_whose_end_is_unclear_is_bad) {
    expect_all({
        {with("Content-Length: 2\r\nContent-Length: 3\r\n"),
         "bad: conflicting Content-Length fields"},
        {with("Content-Length: 2, 2\r\n"), "bad: Content-Length is not a number"},
        //                      ^
        {with("Content-Length: -1\r\n"), "bad: Content-Length is not a number"},
        {with("Content-Length:\r\n"), "bad: Content-Length is not a number"},
        {with("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"),
         "bad: both Content-Length and Transfer-Encoding"},
        {with("Transfer-Encoding: gzip\r\n"), "bad: Transfer-Encoding is not chunked"},
        {with("Transfer-Encoding: gzip, chunked\r\n"),
         "bad: Transfer-Encoding is not chunked"},
        {with("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
         "bad: Transfer-Encoding is not chunked"},
        {with("Transfer-Encoding: chunked\r\n", "x"),
         "bad: a chunk's size is not a hexadecimal number"},
        {with("Content-Encoding: gzip\r\n"), "bad: unexpected Content-Encoding"},
    }, false);
}

Test(client_response, the_end_in_the_middle_is_bad) {
    const string_view error = "bad: ends prematurely";
    expect_all({
        {"", error},
        {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", error},
        {with("Content-Length: 2\r\n", "{"), error},
        {with("Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n"), error},
        {"HTTP/1.1 100 Continue\r\n\r\n", error},
    }, true);
}

Test(client_response, no_body_is_longer_than_is_allowed) {
    const string_view error = "bad: exceeds the size limit";
    const string most(100, 'x');
    expect_all({
        {with("Content-Length: 101\r\n"), error},
        {with("Content-Length: 99999999999999999999999999\r\n"), error},
        {with("", most + "x"), error},
        {with("Transfer-Encoding: chunked\r\n", "65\r\n"), error},
        {with("Transfer-Encoding: chunked\r\n", "64\r\n" + most + "\r\n1\r\n"), error},
    }, false);
    cr_expect(read(with("Content-Length: 100\r\n", most), false) == "200 OK [" + most + "] keep");
    cr_expect(read(with("", most), true) == "200 OK [" + most + "]");
}

Test(client_response, no_head_is_longer_than_is_allowed) {
    const string_view error = "bad: the head is too long";
    cr_expect(read("HTTP/1.1 200 " + string(response_parser::head_bytes_max, 'x'), false) == error);
    string interim;
    while (interim.size() < response_parser::head_bytes_max)
        interim += "HTTP/1.1 100 Continue\r\n\r\n";
    cr_expect(read(interim, false) == error);
}

Test(client_response, a_long_body_in_one_piece_with_its_head_is_read) {
    const string body(3 * response_parser::head_bytes_max, 'y');
    const string text = with("Content-Length: " + std::to_string(body.size()) + "\r\n", body);
    cr_expect(read(text, false, body.size()) == "200 OK [" + body + "] keep");
}

Test(client_response, retry_after_is_converted_to_seconds) {
    cr_expect(retry_after("Retry-After: 0\r\n") == 0u);
    cr_expect(retry_after("retry-after:4294967295 \r\n") == 4294967295u);
    cr_expect(retry_after("Retry-After: Sun, 06 Nov 1994 09:49:37 GMT\r\n") == 3600u);
    cr_expect(retry_after("Retry-After: Sun, 06 Nov 1994 08:49:36 GMT\r\n") == 0u);
    cr_expect(retry_after("Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n") == 4294967295u);
    cr_expect(retry_after("Date: Sun, 06 Nov 1994 09:49:30 GMT\r\n"
                          "Retry-After: Sun, 06 Nov 1994 09:49:37 GMT\r\n") == 7u);
    cr_expect(retry_after("Date: now\r\nRetry-After: Sun, 06 Nov 1994 08:49:38 GMT\r\n") == 1u);
    for (const char* other : {"", "Retry-After:\r\n", "Retry-After: 4294967296\r\n",
                              "Retry-After: -1\r\n", "Retry-After: 1s\r\n",
                              "Retry-After: Fri, 31 Dec 1999 23:59:59\r\n"})
        cr_expect(!retry_after(other), "%s", other);
}

}}  // namespace response_test
