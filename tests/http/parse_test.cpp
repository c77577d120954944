// The head of a request as a whole: the request line, the limits, where it ends.
#include "reading.hpp"

namespace parse_test { namespace {

Test(http_parse, the_usual_request_is_read) {
    expect_message(
        "POST /api HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 17\r\n"
        "Content-Type: application/json\r\n\r\n",
        "POST /api for localhost:8080 keep length 17 [localhost:8080] [17] "
        "[application/json]");
    expect_message("HEAD /a HTTP/1.1\r\nHost: b\r\n\r\n", "HEAD /a for b keep [b]");
}

Test(http_parse, the_request_line_has_one_form) {
    expect_all({{0, {"GET / HTTP/1.1", "BREW / HTTP/1.1", "get / HTTP/1.1",
                     "!#$%&'*+-.^_`|~09az / HTTP/1.1", "GET / HTTP/1.0"}},
                {400, {"\x16\x03\x01\x02\x01\xfc\x03\x03",  // TLS
                       "GET /", "GET", "GET ", " ", "GET / ", "GET  / HTTP/1.1", "GET  HTTP/1.1",
                       "GET /  HTTP/1.1", "GET / HTTP/1.1 ", "GET\t/\tHTTP/1.1", "GET /\tHTTP/1.1",
                       "GET\v/ HTTP/1.1", " GET / HTTP/1.1", "\tGET / HTTP/1.1", " / HTTP/1.1",
                       "/a HTTP/1.1", "G@T / HTTP/1.1", "GET: / HTTP/1.1", "G\xc3\x8aT / HTTP/1.1",
                       "G\0T / HTTP/1.1"sv, "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/1.",
                       "GET / HTTP/.1", "GET / HTTP/1.10", "GET / HTTP/11.1", "GET / HTTP/1,1",
                       "GET / HTTP/+.1", "GET / HTTP 1.1", "GET / HTTPS/1.1", "GET / XHTTP/1.1",
                       "GET / HTTP/1.1x", "GET / HTTP/2", "GET / foo HTTP/1.1",
                       "GET /\nHost: b HTTP/1.1", "GET /\rHost: b HTTP/1.1", "GET / HTTP/1.1\r"}},
                {505, {"GET / HTTP/0.9", "GET / HTTP/1.2", "GET / HTTP/1.9", "GET / HTTP/2.0",
                       "GET / HTTP/9.9", "PRI * HTTP/2.0"}}},
               "", "\r\nHost: a\r\n\r\n");
}

Test(http_parse, the_target_is_a_path_or_an_http_uri) {
    expect_all({{0, {"/", "//a", "/a/%41%ff?b=[1]&c=//@:!$'()*+,;=-._~", "/?", "http://b",
                     "HTTPS://b:1/c", "http://[::1]:8080?d"}},
                {400, {"*", "**", "*/", "a", "?a", "a:1", "/a#b", "/\"", "/<", "/>", "/\\", "/^",
                       "/`", "/{", "/|", "/}", "/\xc3\xa4", "/\x7f", "/\0"sv, "/%", "/%4", "/%4g",
                       "/%%41", "/%u0041", "/?%", "http:", "http:/", "http:/b", "http://",
                       "http:///c", "http://?c", "http://:80/c", "http://u@b/c", "http://u:p@b/c",
                       "http://b:65536/c", "http://b:x/c", "http://[::1/c", "http://b/c|",
                       "ftp://b/c", "httpx://b/c", "ht%74p://b/c", "://b/c"}}},
               "GET ", " HTTP/1.1\r\nHost: a\r\n\r\n");
}

Test(http_parse, an_asterisk_is_for_options_alone) {
    expect_message("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * for a keep [a]");
    cr_assert(read("options * HTTP/1.1\r\nHost: a\r\n\r\n").status == 400);
}

Test(http_parse, connect_is_refused_whatever_it_connects_to) {
    for (const char* target : {"a:443", "/", "http://a/"})
        cr_expect(read(std::string("CONNECT ") + target + " HTTP/1.1\r\nHost: a\r\n\r\n").status ==
                  400);
}

Test(http_parse, the_targets_authority_goes_before_host) {
    expect_message("GET http://b:1/c?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET /c for b:1 keep [a]");
    expect_message("GET hTTp://b?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET / for b keep [a]");
    expect_message("GET http://b HTTP/1.0\r\n\r\n", "GET / for b 1.0");
    cr_assert(read("GET http://b/ HTTP/1.1\r\n\r\n").status == 400);
    cr_assert(read("GET http://b/ HTTP/1.1\r\nHost: a b\r\n\r\n").status == 400);
}

Test(http_parse, empty_lines_before_the_request_are_passed_over) {
    expect_message("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / for a keep [a]");
    expect_all({{400, {"\n", "\r\r\n", "\r\n\n", "\r\n \r\n"}}},
               "", "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
}

Test(http_parse, untouched_until_the_first_byte_of_a_request_line) {
    const limits bounds;
    parser reader(bounds);
    const std::string_view text = "\r\n\r\nGET";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        cr_expect(reader.feed(text.substr(0, size)) == progress::more);
        cr_expect(reader.untouched() == (size <= 4), "%zu", size);
    }
    reader.reset();
    cr_assert(reader.untouched());
}

Test(http_parse, no_head_is_done_before_its_last_byte) {
    const std::string text = post_with("Content-Length: 2\r\n");
    cr_assert(read(text).seen == text.size());
    cr_assert(read(text + "[]").seen == text.size());
    for (std::size_t size = 0; size < text.size(); ++size)
        cr_expect(read(text.substr(0, size)).what == progress::more);
}

Test(http_parse, every_two_cuts_give_the_same) {
    const limits bounds;
    for (const std::string& text :
         {post_with("Content-Length: 2\r\nX:\ta \r\n"), "\r\nGET http://b?c HTTP/1.0\r\n\r\nGET"s,
          post_with("Transfer-Encoding: chunked\r\n\tx\r\n"), "GET / HTTP/1.1\r\n\rHost: a"s}) {
        const verdict wanted = read(text);
        for (std::size_t one = 0; one <= text.size(); ++one)
            for (std::size_t two = one; two <= text.size(); ++two) {
                parser reader(bounds);
                verdict found = verdict_after(reader, text.substr(0, one));
                if (found.what == progress::more)
                    found = verdict_after(reader, text.substr(0, two));
                if (found.what == progress::more) found = verdict_after(reader, text);
                cr_expect(found == wanted, "%s: %zu %zu", shown(text).c_str(), one, two);
            }
    }
}

Test(http_parse, a_message_ends_where_the_next_begins) {
    const std::string first = post_with("Content-Length: 2\r\n");
    const std::string second = "GET /next HTTP/1.1\r\nHost: b\r\n\r\n";
    const std::string text = first + "[]" + second + "\n\n";
    const limits bounds;
    parser reader(bounds);
    cr_assert(reader.feed(text) == progress::done);
    cr_assert(reader.message().head_bytes == first.size());
    reader.reset();
    cr_assert(reader.feed(std::string_view(text).substr(first.size() + 2)) == progress::done);
    cr_assert(reader.message().head_bytes == second.size());
    cr_assert(reader.message().path() == "/next");
}

Test(http_parse, nothing_of_a_message_is_left_in_the_next) {
    const limits bounds;
    const std::string next = "\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n";
    for (const std::string& first :
         {post_with("Content-Length: 2\r\nAuthorization: Bearer a\r\nConnection: close\r\n"),
          post_with("Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n"),
          "POST http://c:1/a?b HTTP/1.0\r\nOrigin: a\r\n\r\n"s})
        for (std::size_t cut = 0; cut <= next.size(); ++cut) {
            parser fresh(bounds), used(bounds);
            cr_assert(used.feed(first) == progress::done);
            used.reset();
            (void)used.feed(next.substr(0, cut));
            cr_expect(verdict_after(used, next) == verdict_after(fresh, next), "%zu", cut);
        }
}

Test(http_parse, what_was_read_follows_the_head_when_it_is_moved) {
    const limits bounds;
    parser reader(bounds);
    std::string text = post_with("");
    cr_assert(reader.feed(text) == progress::done);
    const std::string elsewhere = text;
    text.assign(text.size(), '#');
    reader.message().rebase(elsewhere.data());
    cr_assert(reader.message().path() == "/api");
    cr_assert(reader.message()[field::host] == "a");
}

Test(http_parse, what_was_refused_stays_refused) {
    const limits bounds;
    parser reader(bounds);
    const std::string text = "GET /\n\r\n" + post_with("");
    cr_assert(reader.feed(std::string_view(text).substr(0, 6)) == progress::bad);
    const std::string reason = reader.reason();
    cr_assert(reader.feed(text) == progress::bad);
    cr_assert(reader.status() == 400 && reader.reason() == reason);
}

Test(http_parse, what_is_wrong_in_any_case_is_told_before_the_line_ends) {
    cr_expect(read("GET /\rabc").seen == 7);
    cr_expect(read("GET /\nabc").seen == 6);
    cr_expect(read("GET / HTTP/1.1\r\nX: \0aa"sv).seen == 20);
    cr_expect(read("\x16\x03\x01").seen == 1);
}

Test(http_parse, a_target_over_the_limit_is_told_by_its_last_byte_too_many) {
    const limits bounds{.target_bytes_max = 20};
    const std::string most = "/" + std::string(19, 'a');
    const std::string rest = " HTTP/1.1\r\nHost: a\r\n\r\n";
    cr_expect(read("GET " + most + rest, bounds).status == 0);
    for (const std::string& end : {rest, std::string(), std::string("\r\n"), std::string("\n"),
                                   std::string("?a#\x01"), std::string(" x")}) {
        const verdict found = read("GET " + most + "b" + end, bounds);
        cr_expect(found.status == 414 && found.seen == 25, "%s", end.c_str());
    }
    cr_expect(read("GET " + most + "\x01", bounds).status == 400);
    cr_expect(read("\r\nGET " + most + "b", bounds).seen == 27);
}

Test(http_parse, a_head_over_the_limit_is_told_when_the_limit_is_full) {
    const std::string text = post_with("X: " + std::string(40, 'a') + "\r\n");
    limits bounds;
    for (const std::size_t over : {0, 1, 2, 10, 30, 70}) {
        bounds.header_bytes_max = text.size() - over;
        const verdict found = read(text + "[]", bounds);
        cr_expect(found.status == (over == 0 ? 0 : 431), "%zu: %d", over, found.status);
        cr_expect(found.seen == bounds.header_bytes_max, "%zu: %zu", over, found.seen);
    }
    bounds.header_bytes_max = text.size() + 1;
    cr_expect(read(text + "[]", bounds).status == 0);
}

Test(http_parse, the_longest_head_has_its_fields_where_they_are) {
    const limits bounds{.header_bytes_max = callbox::header_bytes_limit};
    const std::string begin = "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: ";
    const std::string end = "\r\nOrigin: b\r\n\r\n";
    const std::string token(callbox::header_bytes_limit - begin.size() - end.size(), 't');
    const std::string text = begin + token + end;
    parser p(bounds);
    cr_assert(p.feed(text) == progress::done);
    cr_expect(p.message().head_bytes == callbox::header_bytes_limit);
    cr_expect(p.message()[field::authorization] == token);
    cr_expect(p.message()[field::origin] == "b");
}

Test(http_parse, what_has_no_end_is_over_a_limit_in_the_end) {
    const limits bounds{.target_bytes_max = 100, .header_bytes_max = 300};
    std::string empty_lines;
    while (empty_lines.size() < 300) empty_lines += "\r\n";
    cr_expect(read(empty_lines, bounds).status == 431);
    const std::string endless(400, 'a');
    cr_expect(read(endless, bounds).status == 431);
    cr_expect(read("GET /" + endless, bounds).status == 414);
    cr_expect(read("GET / " + endless, bounds).status == 431);
    cr_expect(read("GET / HTTP/1.1\r\n" + endless, bounds).status == 431);
    cr_expect(read("GET / HTTP/1.1\r\nX: " + endless, bounds).status == 431);
}

Test(http_parse, fields_over_the_limit_are_told_by_the_first_byte_too_many) {
    const limits bounds{.header_count_max = 3};
    const std::string three = "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\nX: c\r\n";
    cr_expect(read(three + "\r\n", bounds).status == 0);
    for (const char* more : {"X", "X: d\r\n\r\n", " folded\r\n", "\x01"}) {
        const verdict found = read(three + more, bounds);
        cr_expect(found.status == 431 && found.seen == three.size() + 1, "%s", more);
    }
}

}}  // namespace parse_test
