// The fields of a request: what is read from them, and above all what is refused.
#include "reading.hpp"

namespace fields_test { namespace {

Test(http_parse, every_known_field_is_found_in_any_case) {
    expect_message(
        "OPTIONS /x?a=1?b HTTP/1.1\r\nhOST:a\r\nCONTENT-LENGTH:0\r\nContent-type:t\r\n"
        "content-Encoding:e\r\ncOnnection:x\r\nEXPECT:100-Continue\r\nOrigin:o\r\n"
        "Sec-Fetch-Site:s\r\nIf-None-Match:\"m\"\r\n"
        "Access-Control-Request-Headers:h\r\nAUTHORIZATION:Bearer b\r\nTraceParent:t\r\n\r\n",
        "OPTIONS /x for a keep expects [a] [0] [t] [e] [x] [100-Continue] "
        "[o] [s] [\"m\"] [h] [Bearer b] [t]");
    expect_message("PUT / HTTP/1.1\r\nHost: a\r\ntransfer-ENCODING: Chunked\r\n\r\n",
                   "other / for a keep chunked [a] [Chunked]");
}

Test(http_parse, an_unknown_field_is_not_taken_for_a_known_one) {
    expect_message(
        "GET / HTTP/1.1\r\nHost: a\r\nHosu: b\r\nContent_Length: 1\r\nContent-Lengt: 2\r\n"
        "Content-Lengthh: 3\r\nXontent-Length: 4\r\nContent-Typf: t\r\nOrigim: o\r\n\r\n",
        "GET / for a keep [a]");
}

// The bit of a letter's case makes another character of all others: CR of "-", for one.
Test(http_parse, a_name_is_known_in_any_case_of_its_letters_and_no_other_way) {
    const std::string plain = read(post_with("X: 1\r\n")).message;
    for (const std::string name :
         {"Content-Type", "Content-Encoding", "Connection", "Origin", "Sec-Fetch-Site",
          "If-None-Match", "Access-Control-Request-Headers", "Authorization", "Traceparent"})
        for (std::size_t at = 0; at < name.size(); ++at)
            for (const int bit : {0x20, 0x01, 0x40}) {
                std::string other = name;
                other[at] = static_cast<char>(other[at] ^ bit);
                const bool is_known = bit == 0x20 && name[at] != '-';
                const verdict found = read(post_with(other + ": 1\r\n"));
                const bool right = is_known ? found.message == plain + " [1]"
                                            : found.status == 400 || found.message == plain;
                cr_expect(right, "%s: %s", shown(other).c_str(), found.message.c_str());
            }
    for (const char* line : {"Content\rLength: 1", "Content-Length\x1a 1", "Host\x1a b"})
        cr_expect(read(post_with(line + "\r\n"s)).status == 400, "%s", shown(line).c_str());
}

Test(http_parse, a_value_is_without_the_white_space_around_it) {
    expect_message(
        "GET / HTTP/1.1\r\nHost: \t a \t\r\nOrigin:\t\r\nIf-None-Match:  \"a\tb\"  c \xff "
        "\r\nExpect:100-continue\t\r\n\r\n",
        "GET / for a keep expects [a] [100-continue] [] "
        "[\"a\tb\"  c \xff]");
}

Test(http_parse, a_field_line_has_one_form) {
    expect_all({{0, {"X:", "X: \t", "X:a:b", "X: a b\tc", "X: \x80\xff", "!#$%&'*+-.^_`|~09: a"}},
                {400, {"X", ":", ": a", "X : a", "X\t: a", "X Y: a", "X\v: a", "X(: a", "\"X\": a",
                       "X@: a", "X/Y: a", "X[]: a", "\xc3\x84: a", " X: a", "\tX: a", " ",
                       "X: a\r\n b", "X: a\r\n\tb", "X: a\r\n \r\nY: b", "X: a\nY: b", "X: a\rY: b",
                       "X: a\r", "X: a\n", "X\r: a", "X: \0"sv, "X\0: a"sv, "\0: a"sv, "X: \x01",
                       "X: 12345678\x1f", "X: \x7f", "X: \v", "X: \f", "X: \b",
                       "X: a\tb\tc\td\te\x1b", "X: \x1b[31m"}}},
               "GET / HTTP/1.1\r\nHost: a\r\n", "\r\n\r\n");
    expect_all({{400, {" X: a", "\tX: a"}}}, "GET / HTTP/1.1\r\n", "\r\nHost: a\r\n\r\n");
}

Test(http_parse, every_control_character_is_refused_wherever_it_stands) {
    for (int c = 0; c < 256; ++c)
        for (std::size_t at = 0; at < 20; ++at) {
            std::string value = "ABCDEFGHIJKLMNOPQRST";
            value[at] = static_cast<char>(c);
            const bool is_right = c == '\t' || (c >= ' ' && c != 0x7f);
            const std::string text = post_with("X: " + value + "\r\n");
            const limits bounds;
            parser reader(bounds);
            const progress wanted = is_right ? progress::done : progress::bad;
            cr_expect(reader.feed(text) == wanted, "%d at %zu", c, at);
        }
}

Test(http_parse, host_stands_once_and_is_a_host) {
    expect_all({{0, {" [ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]",  // none is longer
                     " a", " a:", " a:0", " a:65535", " a:00080", " 127.0.0.1:80",
                     " x_y-z.%41!$&'()*+,;=~", " [::1]", " [1:2:3:4:5:6:7:8]:80",
                     " [::ffff:1.2.3.4]:80"}},
                {400, {"", " \t", " :80", " a\r\nHost: a", " a\r\nhOST: b", " a b", " a\tb",
                       " a, b", " a/b", " a?b", " a#b", " u@a", " http://a", " a:65536",
                       " a:4294967376", " a:80:80", " a:+80", " a:-1", " a:8o", " a: 80",
                       " a :80", " %", " %4", " %zz", " \xc3\xa4", " \"a\"", " <a>", " a\\b",
                       " ::1", " [::1", " ::1]", " []", " [", " ]", " [:::1]",
                       " [ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555]",
                       " [1:2:3:4:5:6:7:8:9]", " [12345::]", " [::g]", " [::1%25eth0]",
                       " [::1]a", " [::1]]", " [::1]:65536", " [v1.a]", " [127.0.0.1]",
                       " [0000:0000:0000:0000:0000:0000:0000:0000:0000:0000]"}}},
               "GET / HTTP/1.1\r\nHost:", "\r\n\r\n");
    expect_all({{400, {"X: a"}}}, "GET / HTTP/1.1\r\n", "\r\n\r\n");
}

Test(http_parse, http_1_0_needs_no_host_but_a_right_one) {
    expect_message("GET / HTTP/1.0\r\n\r\n", "GET / for  1.0");
    expect_all({{0, {"Host: a"}},
                {400, {"Host:", "Host: a b", "Host: a\r\nHost: a"}}},
               "GET / HTTP/1.0\r\n", "\r\n\r\n");
}

Test(http_parse, content_length_is_digits_and_stands_once) {
    expect_all({{0, {" 0", " 5 \t", " 18446744073709551615", " 000000000000000000000000000005"}},
                {400, {" 99999999999999999999999999x", "", " +5", " -5", " 5.0", " 5e0", " 0x5",
                       " 5 5", " 5\t5", " 5, 5", " 5,", " 5;", " \"5\"", " five", " \xd9\xa5",
                       " 5\0"sv, " 5\v", " \v5", "\r\n 5", " 5\r\n 5", " 5\r\nContent-Length: 5",
                       " 5\r\nContent-Length: 6", " 0\r\ncontent-length: 5",
                       " 5\nContent-Length: 6", " 5\rContent-Length: 6"}},
                {413, {" 18446744073709551616", " 99999999999999999999999999",
                       " 184467440737095516160"}}},
               "POST /api HTTP/1.1\r\nHost: a\r\nContent-Length:", "\r\n\r\n");
    expect_all({{400, {"Content-Length : 5", "Content-Length\t: 5", " Content-Length: 5"}}},
               "POST /api HTTP/1.1\r\nHost: a\r\n", "\r\n\r\n");
}

Test(http_parse, a_length_over_the_limit_is_left_to_the_reader_of_the_body) {
    const limits bounds{.request_bytes_max = 4};
    const verdict found = read(post_with("Content-Length: 5\r\n"), bounds);
    cr_assert(found.what == progress::done);
}

Test(http_parse, no_two_readers_can_see_two_bodies) {
    expect_all({{0, {" chunked", "\tCHUNKED \t"}},
                {400, {" chunked\r\nContent-Length: 5", " chunked\r\nContent-Length: 0",
                       " gzip\r\nContent-Length: 5", " chunked\r\nTransfer-Encoding: chunked",
                       " chunked\r\ntransfer-encoding: identity",
                       " identity\r\nTransfer-Encoding: chunked", "\r\n chunked",
                       "\x0b" "chunked", " chunked\x0c", " \0chunked"sv, " chunked\0"sv}},
                {501, {" chun\xe2\x84\xaa" "ed",  // a Kelvin sign
                       "", " xchunked", " chunkedx", " x chunked", " \xa0" "chunked",
                       " chunked, chunked", " gzip, chunked", " chunked, identity", " , chunked",
                       " chunked,", " chunked;a=b", " \"chunked\"", " 'chunked'", " identity",
                       " gzip"}}},
               "POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:", "\r\n\r\n");
    expect_all({{400, {"Content-Length: 5\r\nTransfer-Encoding: chunked",
                       "Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked",
                       " Transfer-Encoding: chunked", "X: a\r\n Transfer-Encoding: chunked",
                       "X: a\nTransfer-Encoding: chunked", "X: a\rTransfer-Encoding: chunked",
                       "X: a\r\rTransfer-Encoding: chunked", "Transfer-Encoding\r\n: chunked",
                       "Transfer-Encoding\0: chunked"sv, "\0Transfer-Encoding: chunked"sv,
                       "Transfer-Encoding\xa0: chunked", "Transfer-Encoding chunked"}}},
               "POST /api HTTP/1.1\r\nHost: a\r\n", "\r\n\r\n");
    expect_all({{400, {"chunked", "gzip", ""}}},
               "POST /api HTTP/1.0\r\nTransfer-Encoding: ", "\r\n\r\n");
}

Test(http_parse, what_may_stand_once_does_not_stand_twice) {
    for (const char* name : {"Content-Type", "Content-Encoding", "Expect", "Origin",
                             "Sec-Fetch-Site", "If-None-Match", "Access-Control-Request-Headers",
                             "Authorization"}) {
        const std::string line = std::string(name) + ": 100-continue\r\n";
        cr_expect(read(post_with(line)).what == progress::done, "%s", name);
        cr_expect(read(post_with(line + line)).status == 400, "%s", name);
        cr_expect(read(post_with(std::string(name) + ":\r\n" + line)).status == 400, "%s", name);
    }
}

Test(http_parse, the_connection_persists_by_version_and_option) {
    const struct {
        const char* fields;
        bool kept_1_1;
        bool kept_1_0;
    } rows[] = {
        {"", true, false},
        {"Connection:\r\n", true, false},
        {"Connection: close\r\n", false, false},
        {"Connection: keep-alive\r\n", true, true},
        {"Connection: Keep-Alive\r\n", true, true},
        {"Connection: CLOSE\r\n", false, false},
        {"Connection: x,close ,y\r\n", false, false},
        {"Connection: , ,\tclose\t,\r\n", false, false},
        {"Connection: keep-alive, close\r\n", false, false},
        {"Connection: close, keep-alive\r\n", false, false},
        {"Connection: close\r\nConnection: keep-alive\r\n", false, false},
        {"Connection: keep-alive\r\nConnection: close\r\n", false, false},
        {"Connection: x\r\nConnection: keep-alive\r\n", true, true},
        {"Connection: closed\r\n", true, false},
        {"Connection: xclose\r\n", true, false},
        {"Connection: keep_alive\r\n", true, false},
        {"Keep-Alive: timeout=5\r\n", true, false},
        {"Proxy-Connection: keep-alive\r\n", true, false},
    };
    for (const auto& each : rows)
        for (const bool is_1_0 : {false, true}) {
            const std::string line =
                is_1_0 ? "GET / HTTP/1.0\r\n" : "GET / HTTP/1.1\r\nHost: a\r\n";
            const std::string message = read(line + each.fields + "\r\n").message;
            cr_expect(!message.empty(), "%s%s", line.c_str(), each.fields);
            const bool kept = message.find(" keep ") != std::string::npos;
            cr_expect(kept == (is_1_0 ? each.kept_1_0 : each.kept_1_1), "%s%s", line.c_str(),
                      each.fields);
        }
    expect_all({{400, {"a b", "close keep-alive", "\"close\"", "close;", "close, (", "close\v"}}},
               "GET / HTTP/1.1\r\nHost: a\r\nConnection: ", "\r\n\r\n");
}

Test(http_parse, the_only_expectation_is_to_go_on) {
    expect_all({{0, {"100-continue", "100-CONTINUE"}},
                {417, {"", "100", "102", "100-continue, 100-continue", "100-continue;a",
                       "100-continued"}}},
               "POST / HTTP/1.1\r\nHost: a\r\nExpect: ", "\r\n\r\n");
    expect_message("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n",
                   "POST / for  1.0 [100-continue]");
    expect_message("POST / HTTP/1.0\r\nExpect: tea\r\n\r\n", "POST / for  1.0 [tea]");
}

Test(http_parse, a_trace_that_stands_twice_is_none_and_fails_no_request) {
    expect_message("GET / HTTP/1.1\r\nHost: a\r\ntraceparent: b\r\ntraceparent: c\r\n\r\n",
                   "GET / for a keep [a] []");
    expect_message("GET / HTTP/1.1\r\nHost: a\r\ntraceparent: b\r\ntraceparent:\r\n\r\n",
                   "GET / for a keep [a] []");
    cr_expect(read(post_with("Authorization: a\r\nAuthorization: a\r\n")).status == 400);
}

}}  // namespace fields_test
