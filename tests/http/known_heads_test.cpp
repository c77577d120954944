// Heads that were read before: what is known, what is left to the parser, and that it makes no
// difference to the request.
#include "http/head_reader.hpp"
#include "http/names.hpp"

#include "reading.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace known_heads_test { namespace {

using callbox::http::head_reader;

const std::string simple = "POST /api HTTP/1.1\r\nHost: a:80\r\nContent-Length: 24\r\n\r\n";
const std::string long_one =
    "POST /api HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n"
    "Authorization: Bearer 8c1f6eGd5Qy0Zt3mVw2LxA\r\nContent-Type: application/json\r\n"
    "content-length:\t 0123 \r\nConnection: keep-alive\r\n\r\n";
const std::string without_length = "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n";

// What heads are read by, one after the other. It learns the first.
struct reader {
    limits bounds;
    head_reader heads;
    parser last{bounds};

    explicit reader(std::string_view first = {}, limits with = {}, bool is_on = true)
        : bounds(with), heads(is_on) {
        cr_assert(first.empty() || !knows(first));
    }
    reader(const reader&) = delete;
    reader& operator=(const reader&) = delete;

    // Feeds a whole text that ends where its memory ends.
    verdict feed(std::string_view text) {
        last.reset();
        const callbox::support::guarded bytes(text);
        const progress what = heads.feed(last, bytes.view());
        verdict out{what, last.status(), last.reason(), "", text.size(),
                    last.message().head_bytes};
        if (what == progress::done) out.message = told(last.message());
        return out;
    }
    // Whether it was known.
    bool knows(std::string_view text) {
        return feed(text).what == progress::done && last.message().head_id != 0;
    }
};

std::string replaced(std::string text, std::string_view old, std::string_view with) {
    const std::size_t at = text.find(old);
    cr_assert(at != text.npos, "%s", shown(old).c_str());
    return text.replace(at, old.size(), with);
}

// The same to the reader that has learnt `head` as to one that has not.
void expect_same(reader& one, std::string_view text) {
    const verdict got = one.feed(text);
    parser fresh(one.bounds);
    const verdict wanted = verdict_after(fresh, text);
    cr_expect(got == wanted, "%s: %d %s, not %d %s", shown(text).c_str(), got.status,
              got.message.c_str(), wanted.status, wanted.message.c_str());
}

Test(http_known_heads, a_head_is_known_again_whatever_its_length_is) {
    for (const std::string& head : {simple, long_one, without_length}) {
        reader one(head);
        for (const char* body : {"", "{", "POST / HTTP/1.1\r\n"}) {
            cr_expect(one.knows(head + body));
            cr_expect(one.last.message().head_bytes == head.size());
            cr_expect(!one.last.untouched());
        }
    }
    reader one(simple);
    for (const char* digits : {"00", "07", "10", "99"}) {
        const std::string text = replaced(simple, "24", digits);
        cr_expect(one.knows(text), "%s", digits);
        expect_same(one, text);
    }
    reader other(long_one);
    for (const char* digits : {"0000", "0001", "9999"}) {
        cr_expect(other.knows(replaced(long_one, "0123", digits)), "%s", digits);
        expect_same(other, replaced(long_one, "0123", digits));
    }
}

Test(http_known_heads, every_byte_counts) {
    for (const std::string& head : {simple, long_one, without_length}) {
        const std::size_t digits_at = head.find_first_of("0123456789", head.find("ength:"));
        const std::size_t digits_end = head.find_first_of(" \r", digits_at);
        for (std::size_t i = 0; i < head.size(); ++i) {
            const bool is_digit = digits_at <= i && i < digits_end;
            std::string others = "#\r\n \t:/5\x80\xff";
            others += '\0';
            for (int bit = 0; bit < 8; ++bit) others += static_cast<char>(head[i] ^ 1 << bit);
            for (const char c : others) {
                std::string other = head;
                other[i] = c;
                if (other == head) continue;
                reader one(head);
                const bool may_know = is_digit && c >= '0' && c <= '9';
                cr_expect(one.knows(other) == may_know, "%zu: %s", i, shown(other).c_str());
                expect_same(one, other);
            }
        }
    }
}

Test(http_known_heads, a_head_that_comes_in_pieces_is_the_parsers) {
    for (const std::string& head : {simple, long_one, without_length}) {
        reader one(head);
        for (std::size_t cut = 0; cut <= head.size(); ++cut) {
            const callbox::support::guarded first(head.substr(0, cut)), all(head);
            parser pieces(one.bounds);
            const progress what = one.heads.feed(pieces, first.view());
            cr_expect(what == (cut == head.size() ? progress::done : progress::more), "%zu", cut);
            if (what == progress::done) continue;
            cr_expect(one.heads.feed(pieces, all.view()) == progress::done, "%zu", cut);
            cr_expect((pieces.message().head_id != 0) == (cut == 0), "%zu", cut);
            cr_expect(told(pieces.message()) == one.feed(head).message);
        }
    }
    reader one;
    for (int i = 0; i < 20; ++i) {
        parser pieces(one.bounds);
        cr_expect(one.heads.feed(pieces, simple.substr(0, 9)) == progress::more);
        cr_expect(one.heads.feed(pieces, simple) == progress::done);
    }
    cr_expect(!one.knows(simple), "nor is it learnt");
    cr_expect(one.knows(simple));
}

Test(http_known_heads, another_number_of_digits_is_another_head) {
    for (const char* other :
         {"", "1", "124", "024", "18446744073709551616", "-1", "+1", "0x", "1 ", " 1", "1,", "1\t",
          "\xb2\xb3", "1/", "/1", ":1", "1:"}) {
        reader one(simple);
        cr_expect(!one.knows(replaced(simple, "24", other)), "%s", other);
        expect_same(one, replaced(simple, "24", other));
        cr_expect(one.knows(simple));
    }
}

Test(http_known_heads, a_length_that_no_number_holds_is_the_parsers) {
    reader one(replaced(simple, "24", "12345678901234567890"));
    for (const char* digits : {"00000000000000000009", "18446744073709551615"}) {
        const std::string text = replaced(simple, "24", digits);
        cr_expect(one.knows(text), "%s", digits);
        expect_same(one, text);
    }
    for (const char* digits : {"18446744073709551616", "99999999999999999999"}) {
        const std::string text = replaced(simple, "24", digits);
        cr_expect(!one.knows(text), "%s", digits);
        expect_same(one, text);
    }
}

Test(http_known_heads, the_number_of_equal_heads_is_theirs_alone) {
    reader one;
    std::vector<std::uint64_t> seen;
    for (int i = 0; i < 12; ++i) {
        const std::string head = replaced(simple, "a:80", "a" + std::to_string(i) + ":80");
        while (!one.knows(head)) cr_assert(seen.size() < 100);
        const std::uint64_t head_id = one.last.message().head_id;
        cr_expect(head_id != 0 && std::ranges::find(seen, head_id) == seen.end());
        seen.push_back(head_id);
        cr_expect(one.knows(replaced(head, "24", "77")));
        cr_expect(one.last.message().head_id == head_id);
    }
}

Test(http_known_heads, it_keeps_four_and_the_last_ones) {
    reader one;
    const auto host = [](int i) { return replaced(simple, "a:80", std::string(1, 'a' + i)); };
    const auto learn = [&](int i) {
        for (int tries = 0; !one.knows(host(i)); ++tries) cr_assert(tries < 5);
    };
    for (int i = 0; i < 4; ++i) {
        learn(i);
        for (int each = 0; each <= i; ++each) cr_expect(one.knows(host(each)), "%d", each);
    }
    learn(4);
    cr_expect(!one.knows(host(0)));
    for (int i = 1; i < 5; ++i) cr_expect(one.knows(host(i)), "%d", i);
}

Test(http_known_heads, what_clients_send_is_learnt) {
    for (const char* fields :
         {"User-Agent: curl/8.5.0\r\nAccept: */*\r\nContent-Type: application/json\r\n",
          "User-Agent: python-requests/2.31.0\r\nAccept-Encoding: gzip, deflate\r\n"
          "Accept: */*\r\nConnection: keep-alive\r\n",
          "User-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n",
          "connection: keep-alive\r\naccept: */*\r\naccept-language: *\r\nsec-fetch-mode: cors\r\n"
          "user-agent: node\r\naccept-encoding: gzip, deflate\r\n",
          "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQ\r\n"
          "Upgrade: h2c\r\nUser-Agent: Java-http-client/21.0.1\r\n",
          "User-Agent: Mozilla/5.0\r\nAccept: */*\r\nAccept-Language: en-US,en;q=0.5\r\n"
          "Accept-Encoding: gzip\r\nReferer: http://localhost/\r\nOrigin: http://localhost\r\n"
          "Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n"
          "Priority: u=4\r\nPragma: no-cache\r\nCache-Control: no-cache\r\nDNT: 1\r\n",
          "sec-ch-ua: \"Chromium\"\r\nsec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: \"Linux\"\r\n",
          "Authorization: Bearer abc\r\nContent-Encoding: identity\r\nIf-None-Match: x\r\n",
          "Connection: close\r\nAccept-Charset: utf-8\r\nSec-Fetch-User: ?1\r\nSec-GPC: 1\r\n",
          "USER-AGENT: x\r\n", "Access-Control-Request-Headers: a\r\n"}) {
        const std::string head = simple.substr(0, simple.size() - 2) + fields + "\r\n";
        cr_expect(reader(head).knows(head), "%s", fields);
    }
}

Test(http_known_heads, only_fields_that_are_read_or_common_may_be_known) {
    const auto may_be_known = [](const std::string& name) {
        return callbox::http::known_at(name + ':') || callbox::http::is_common(name);
    };
    for (const char* name : {"Host", "host", "CONTENT-TYPE", "authorization", "traceparent",
                             "User-Agent", "accept"})
        cr_expect(may_be_known(name), "%s", name);
    for (const char* name : {"", "X-User", "Hos", "Hosts", "User-Agents"})
        cr_expect(!may_be_known(name), "%s", name);
}

Test(http_known_heads, what_is_unusual_is_not_learnt) {
    const auto with = [](std::string_view fields) {
        return replaced(without_length, "\r\n\r\n", "\r\n" + std::string(fields) + "\r\n\r\n");
    };
    const auto sized = [&](std::size_t size) {
        return with("Accept: " + std::string(size - with("Accept: ").size(), 'x'));
    };
    const std::string most = sized(512);
    cr_expect(reader(most).knows(most));
    for (const std::string& head :
         {sized(513), with("Cookie: a=b"), with("X-Request-Id: 1"),
          with("X: y"), with("Transfer-Encoding: chunked"), with("Expect: 100-continue"),
          with("traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
          with("traceparent:"), with("Accep: x"), with("Accepts: x"), with("Hos: a"),
          with("Accept: x\r\nCookie: a"), with("Cookie: a\r\nAccept: x"), "\r\n" + simple,
          replaced(simple, "HTTP/1.1", "HTTP/1.0"),
          replaced(simple, "HTTP/1.1\r\n", "HTTP/1.0\r\nExpect: 100-continue\r\n")}) {
        reader one;
        for (int i = 0; i < 9; ++i) cr_expect(!one.knows(head), "%s", shown(head).c_str());
        expect_same(one, head);
    }
}

Test(http_known_heads, what_is_wrong_is_refused_and_not_learnt) {
    reader one(simple);
    for (int i = 0; i < 9; ++i) {
        cr_expect(one.feed(replaced(simple, "Host", "Ho st")).status == 400);
        cr_expect(one.feed(replaced(simple, "24", "24\r\nContent-Length: 24")).status == 400);
        cr_expect(one.knows(simple));
    }
}

Test(http_known_heads, empty_lines_before_a_known_head_are_the_parsers) {
    reader one(simple);
    parser pieces(one.bounds);
    cr_expect(one.heads.feed(pieces, "\r\n") == progress::more && pieces.untouched());
    cr_expect(one.heads.feed(pieces, "\r\n" + simple) == progress::done);
    cr_expect(pieces.message().head_id == 0);
    cr_expect(pieces.message().head_bytes == simple.size() + 2);
}

Test(http_known_heads, limits_hold_as_for_the_parser) {
    limits small;
    small.header_bytes_max = simple.size();
    small.header_count_max = 2;
    small.target_bytes_max = 4;
    cr_expect(reader(simple, small).knows(simple + "more"));
    const auto refuses = [](limits bounds, int status) {
        reader one({}, bounds);
        for (int i = 0; i < 9; ++i) cr_expect(one.feed(simple).status == status);
    };
    small.target_bytes_max = 3;
    refuses(small, 414);
    small.target_bytes_max = 4;
    small.header_count_max = 1;
    refuses(small, 431);
    small.header_count_max = 2;
    small.header_bytes_max = simple.size() - 1;
    refuses(small, 431);
}

Test(http_known_heads, after_many_misses_it_tries_one_head_in_sixteen) {
    reader one(simple);
    const std::string never = replaced(simple, "a:80", "a:80\r\nCookie: a");
    const auto tries = [&] {
        int count = 1;
        for (; !one.knows(simple) && count < 99; ++count) {}
        return count;
    };
    for (int i = 0; i < 99; ++i) expect_same(one, never);  // with the first, 16 of them are tried
    cr_expect(tries() == 13);
    for (int i = 0; i < 4; ++i) expect_same(one, never);
    cr_expect(tries() == 16);
    for (int i = 0; i < 3; ++i) cr_expect(one.knows(simple));
    for (int i = 0; i < 15; ++i) cr_expect(!one.knows(never));
    cr_expect(one.knows(simple), "it has come back");
}

Test(http_known_heads, of_four_misses_one_is_learnt) {
    const std::string never = replaced(simple, "a:80", "a:80\r\nCookie: a");
    const std::string other = replaced(simple, "a:80", "b:80");
    for (int misses = 1; misses < 13; ++misses) {
        reader one(simple);
        for (int i = 1; i < misses; ++i) (void)one.feed(never);
        (void)one.feed(other);
        cr_expect(one.knows(other) == (misses % 4 == 0), "%d", misses);
    }
}

Test(http_known_heads, heads_that_are_never_alike_are_read_as_ever) {
    reader one(simple);
    for (int i = 1000; i < 1200; ++i)
        expect_same(one, replaced(simple, "a:80", std::to_string(i) + ".a"));
    int tries = 1;
    for (; !one.knows(simple); ++tries) cr_assert(tries < 99);
    for (int i = 0; i < 20; ++i) cr_expect(one.knows(simple));
}

Test(http_known_heads, switched_off_it_knows_nothing) {
    reader one({}, {}, false);
    for (int i = 0; i < 9; ++i) {
        cr_expect(!one.knows(simple));
        expect_same(one, simple);
    }
}

}}  // namespace known_heads_test
