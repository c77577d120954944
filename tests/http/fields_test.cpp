// The fields of a request: what is read from them, and above all what is refused.
#include "reading.hpp"

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
    const row rows[] = {
        {"X:", 0},
        {"X: \t", 0},
        {"X:a:b", 0},
        {"X: a b\tc", 0},
        {"X: \x80\xff", 0},
        {"!#$%&'*+-.^_`|~09: a", 0},
        {"X", 400},
        {":", 400},
        {": a", 400},
        {"X : a", 400},
        {"X\t: a", 400},
        {"X Y: a", 400},
        {"X\v: a", 400},
        {"X(: a", 400},
        {"\"X\": a", 400},
        {"X@: a", 400},
        {"X/Y: a", 400},
        {"X[]: a", 400},
        {"\xc3\x84: a", 400},
        {" X: a", 400},
        {"\tX: a", 400},
        {" ", 400},
        {"X: a\r\n b", 400},
        {"X: a\r\n\tb", 400},
        {"X: a\r\n \r\nY: b", 400},
        {"X: a\nY: b", 400},
        {"X: a\rY: b", 400},
        {"X: a\r", 400},
        {"X: a\n", 400},
        {"X\r: a", 400},
        {"X: \0"sv, 400},
        {"X\0: a"sv, 400},
        {"\0: a"sv, 400},
        {"X: \x01", 400},
        {"X: 12345678\x1f", 400},
        {"X: \x7f", 400},
        {"X: \v", 400},
        {"X: \f", 400},
        {"X: \b", 400},
        {"X: a\tb\tc\td\te\x1b", 400},
        {"X: \x1b[31m", 400},
    };
    expect_all(rows, "GET / HTTP/1.1\r\nHost: a\r\n", "\r\n\r\n");
    expect_all({{" X: a", 400}, {"\tX: a", 400}}, "GET / HTTP/1.1\r\n", "\r\nHost: a\r\n\r\n");
}

Test(http_parse, every_control_character_is_refused_wherever_it_stands) {
    for (int c = 0; c < 256; ++c)
        for (std::size_t at = 0; at < 20; ++at) {
            std::string value = "ABCDEFGHIJKLMNOPQRST";
            value[at] = static_cast<char>(c);
            const bool is_right = c == '\t' || (c >= ' ' && c != 0x7f);
            const std::string text = post_with("X: " + value + "\r\n");
            const limits bounds;
            parser of(bounds);
            const progress wanted = is_right ? progress::done : progress::bad;
            cr_expect(of.feed(text) == wanted, "%d at %zu", c, at);
        }
}

Test(http_parse, host_stands_once_and_is_a_host) {
    const row rows[] = {
        {"Host: a", 0},
        {"Host: a:", 0},
        {"Host: a:0", 0},
        {"Host: a:65535", 0},
        {"Host: a:00080", 0},
        {"Host: 127.0.0.1:80", 0},
        {"Host: x_y-z.%41!$&'()*+,;=~", 0},
        {"Host: [::1]", 0},
        {"Host: [1:2:3:4:5:6:7:8]:80", 0},
        {"Host: [::ffff:1.2.3.4]:80", 0},
        {"Host: [ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]", 0},  // none is longer
        {"X: a", 400},
        {"Host:", 400},
        {"Host: \t", 400},
        {"Host: :80", 400},
        {"Host: a\r\nHost: a", 400},
        {"Host: a\r\nhOST: b", 400},
        {"Host: a b", 400},
        {"Host: a\tb", 400},
        {"Host: a, b", 400},
        {"Host: a/b", 400},
        {"Host: a?b", 400},
        {"Host: a#b", 400},
        {"Host: u@a", 400},
        {"Host: http://a", 400},
        {"Host: a:65536", 400},
        {"Host: a:4294967376", 400},
        {"Host: a:80:80", 400},
        {"Host: a:+80", 400},
        {"Host: a:-1", 400},
        {"Host: a:8o", 400},
        {"Host: a: 80", 400},
        {"Host: a :80", 400},
        {"Host: %", 400},
        {"Host: %4", 400},
        {"Host: %zz", 400},
        {"Host: \xc3\xa4", 400},
        {"Host: \"a\"", 400},
        {"Host: <a>", 400},
        {"Host: a\\b", 400},
        {"Host: ::1", 400},
        {"Host: [::1", 400},
        {"Host: ::1]", 400},
        {"Host: []", 400},
        {"Host: [", 400},
        {"Host: ]", 400},
        {"Host: [:::1]", 400},
        {"Host: [ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555]", 400},
        {"Host: [1:2:3:4:5:6:7:8:9]", 400},
        {"Host: [12345::]", 400},
        {"Host: [::g]", 400},
        {"Host: [::1%25eth0]", 400},
        {"Host: [::1]a", 400},
        {"Host: [::1]]", 400},
        {"Host: [::1]:65536", 400},
        {"Host: [v1.a]", 400},
        {"Host: [127.0.0.1]", 400},
        {"Host: [0000:0000:0000:0000:0000:0000:0000:0000:0000:0000]", 400},
    };
    expect_all(rows, "GET / HTTP/1.1\r\n", "\r\n\r\n");
}

Test(http_parse, http_1_0_needs_no_host_but_a_right_one) {
    expect_message("GET / HTTP/1.0\r\n\r\n", "GET / for  1.0");
    const row rows[] = {
        {"Host: a", 0}, {"Host:", 400}, {"Host: a b", 400}, {"Host: a\r\nHost: a", 400}};
    expect_all(rows, "GET / HTTP/1.0\r\n", "\r\n\r\n");
}

Test(http_parse, content_length_is_digits_and_stands_once) {
    const row rows[] = {
        {"Content-Length: 0", 0},
        {"Content-Length: 5 \t", 0},
        {"Content-Length: 18446744073709551615", 0},
        {"Content-Length: 000000000000000000000000000005", 0},
        {"Content-Length: 18446744073709551616", 413},
        {"Content-Length: 99999999999999999999999999", 413},
        {"Content-Length: 184467440737095516160", 413},
        {"Content-Length: 99999999999999999999999999x", 400},
        {"Content-Length:", 400},
        {"Content-Length: +5", 400},
        {"Content-Length: -5", 400},
        {"Content-Length: 5.0", 400},
        {"Content-Length: 5e0", 400},
        {"Content-Length: 0x5", 400},
        {"Content-Length: 5 5", 400},
        {"Content-Length: 5\t5", 400},
        {"Content-Length: 5, 5", 400},
        {"Content-Length: 5,", 400},
        {"Content-Length: 5;", 400},
        {"Content-Length: \"5\"", 400},
        {"Content-Length: five", 400},
        {"Content-Length: \xd9\xa5", 400},
        {"Content-Length: 5\0"sv, 400},
        {"Content-Length: 5\v", 400},
        {"Content-Length: \v5", 400},
        {"Content-Length : 5", 400},
        {"Content-Length\t: 5", 400},
        {" Content-Length: 5", 400},
        {"Content-Length:\r\n 5", 400},
        {"Content-Length: 5\r\n 5", 400},
        {"Content-Length: 5\r\nContent-Length: 5", 400},
        {"Content-Length: 5\r\nContent-Length: 6", 400},
        {"Content-Length: 0\r\ncontent-length: 5", 400},
        {"Content-Length: 5\nContent-Length: 6", 400},
        {"Content-Length: 5\rContent-Length: 6", 400},
    };
    expect_all(rows, "POST /api HTTP/1.1\r\nHost: a\r\n", "\r\n\r\n");
}

Test(http_parse, a_length_over_the_limit_is_left_to_the_reader_of_the_body) {
    limits bounds;
    bounds.request_bytes_max = 4;
    const verdict found = read(post_with("Content-Length: 5\r\n"), bounds);
    cr_assert(found.what == progress::done);
}

Test(http_parse, no_two_readers_can_see_two_bodies) {
    const row rows[] = {
        {"Transfer-Encoding: chunked", 0},
        {"Transfer-Encoding:\tCHUNKED \t", 0},
        {"Content-Length: 5\r\nTransfer-Encoding: chunked", 400},
        {"Transfer-Encoding: chunked\r\nContent-Length: 5", 400},
        {"Transfer-Encoding: chunked\r\nContent-Length: 0", 400},
        {"Transfer-Encoding: gzip\r\nContent-Length: 5", 400},
        {"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400},
        {"Transfer-Encoding: chunked\r\ntransfer-encoding: identity", 400},
        {"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", 400},
        {"Transfer-Encoding : chunked", 400},
        {"Transfer-Encoding\t: chunked", 400},
        {" Transfer-Encoding: chunked", 400},
        {"X: a\r\n Transfer-Encoding: chunked", 400},
        {"X: a\nTransfer-Encoding: chunked", 400},
        {"X: a\rTransfer-Encoding: chunked", 400},
        {"X: a\r\rTransfer-Encoding: chunked", 400},
        {"Transfer-Encoding:\r\n chunked", 400},
        {"Transfer-Encoding\r\n: chunked", 400},
        {"Transfer-Encoding:\x0b"
         "chunked",
         400},
        {"Transfer-Encoding: chunked\x0c", 400},
        {"Transfer-Encoding: \0chunked"sv, 400},
        {"Transfer-Encoding: chunked\0"sv, 400},
        {"Transfer-Encoding\0: chunked"sv, 400},
        {"\0Transfer-Encoding: chunked"sv, 400},
        {"Transfer-Encoding\xa0: chunked", 400},
        {"Transfer-Encoding chunked", 400},
        {"Transfer-Encoding:", 501},
        {"Transfer-Encoding: xchunked", 501},
        {"Transfer-Encoding: chunkedx", 501},
        {"Transfer-Encoding: x chunked", 501},
        {"Transfer-Encoding: \xa0"
         "chunked",
         501},
        {"Transfer-Encoding: chunked, chunked", 501},
        {"Transfer-Encoding: gzip, chunked", 501},
        {"Transfer-Encoding: chunked, identity", 501},
        {"Transfer-Encoding: , chunked", 501},
        {"Transfer-Encoding: chunked,", 501},
        {"Transfer-Encoding: chunked;a=b", 501},
        {"Transfer-Encoding: \"chunked\"", 501},
        {"Transfer-Encoding: 'chunked'", 501},
        {"Transfer-Encoding: identity", 501},
        {"Transfer-Encoding: gzip", 501},
        {"Transfer-Encoding: chun\xe2\x84\xaa"
         "ed",
         501},  // a Kelvin sign
    };
    expect_all(rows, "POST /api HTTP/1.1\r\nHost: a\r\n", "\r\n\r\n");
    expect_all({{"chunked", 400}, {"gzip", 400}, {"", 400}},
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
    const row wrong[] = {{"a b", 400},    {"close keep-alive", 400}, {"\"close\"", 400},
                         {"close;", 400}, {"close, (", 400},         {"close\v", 400}};
    expect_all(wrong, "GET / HTTP/1.1\r\nHost: a\r\nConnection: ", "\r\n\r\n");
}

Test(http_parse, the_only_expectation_is_to_go_on) {
    expect_all({{"100-continue", 0},
                {"100-CONTINUE", 0},
                {"", 417},
                {"100", 417},
                {"102", 417},
                {"100-continue, 100-continue", 417},
                {"100-continue;a", 417},
                {"100-continued", 417}},
               "POST / HTTP/1.1\r\nHost: a\r\nExpect: ", "\r\n\r\n");
    expect_message("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n",
                   "POST / for  1.0 [100-continue]");
    expect_message("POST / HTTP/1.0\r\nExpect: tea\r\n\r\n", "POST / for  1.0 [tea]");
}

Test(http_parse, a_trace_that_stands_twice_is_none_and_fails_no_request) {
    expect_message("GET / HTTP/1.1\r\nHost: a\r\ntraceparent: b\r\ntraceparent: c\r\n\r\n",
                   "GET / for a keep [a] []");
    cr_expect(read(post_with("Authorization: a\r\nAuthorization: a\r\n")).status == 400);
}
