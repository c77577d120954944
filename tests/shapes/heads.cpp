// Makes heads of typical header lines, corrupts some, and compares the results of two parsers.
#include "heads.hpp"

#include "http/head_reader.hpp"
#include "simulate/chance.hpp"

#include <string_view>
#include <vector>

namespace shapes {

namespace {

using callbox::http::progress;
using simulate::chance;

constexpr std::string_view requests[] = {"POST /api HTTP/1.1\r\n", "POST /api HTTP/1.1\r\n",
                                         "POST /api HTTP/1.1\r\n", "GET /livez HTTP/1.1\r\n",
                                         "POST /api HTTP/1.0\r\n", "OPTIONS * HTTP/1.1\r\n"};
constexpr std::string_view lines[] = {
    "User-Agent: curl/8.5.0\r\n", "Accept: */*\r\n",
    "Accept-Encoding: gzip, deflate, br\r\n", "Content-Type: application/json\r\n",
    "Connection: keep-alive\r\n", "Connection: close\r\n", "Origin: https://example.org\r\n",
    "Authorization: Bearer 8c1f6eGd5Qy0Zt3mVw2LxA\r\n", "Sec-Fetch-Site: same-origin\r\n"};
constexpr std::string_view unusual[] = {
    "Cookie: a\r\n", "Expect: 100-continue\r\n", "Transfer-Encoding: chunked\r\n",
    "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n",
    "Content-Length: 2\r\n", "Content-Length: 18446744073709551616\r\n", "Content-Length: \r\n",
    "X: \x80\r\n", " a\r\n", "\r\n", ":\r\n", "Host: b\r\n"};
constexpr std::string_view letters = "0129 :\r\n\t,;aZ\x01\x7f\x80\"";

// The head of a client, without the length of its body.
struct client {
    std::string before, after;

    explicit client(chance& by) : before(requests[by.below(std::size(requests))]) {
        for (const std::string_view line : lines)
            if (by.one_in(2)) (by.one_in(2) ? before : after) += line;
        if (!by.one_in(12)) (by.one_in(2) ? before : after) += "Host: localhost:8080\r\n";
        if (by.one_in(12)) after += unusual[by.below(std::size(unusual))];
    }
    std::string head(chance& by) const {
        static constexpr std::string_view names[] = {"Content-Length: ", "content-length:"};
        std::string length = std::to_string(by.from(10, 99));
        if (by.one_in(8)) length = std::to_string(by.scaled(SIZE_MAX >> 1));
        if (by.one_in(20)) length.insert(0, by.below(22), '0');
        return before + std::string(names[before.size() % 2]) + length + "\r\n" + after + "\r\n";
    }
};

void spoil(std::string& head, chance& by) {
    const std::size_t at = by.below(head.size());
    switch (by.below(4)) {
    case 0: head.erase(at, 1 + by.below(3)); break;
    case 1: head.insert(at, unusual[by.below(std::size(unusual))]); break;
    case 2: head[at] = static_cast<char>(head[at] ^ (1 << by.below(8))); break;
    default: head[at] = letters[by.below(letters.size())];
    }
}

// The complete result of the parser.
std::string result_of(progress what, const callbox::http::parser& by) {
    if (what == progress::more) return "more";
    if (what != progress::done) return std::to_string(by.status()) + ' ' + std::string(by.reason());
    const callbox::http::request& r = by.message();
    std::string out = std::to_string(static_cast<int>(r.verb)) + ' ' + std::string(r.path());
    out += " for " + std::string(r.authority()) + ' ' + std::to_string(r.head_bytes);
    out += '+' + std::to_string(r.content_length);
    for (const bool flag : {r.version_1_0, r.keep_alive, r.chunked, r.expects_continue})
        out += flag ? 'y' : 'n';
    for (std::size_t i = 0; i < callbox::http::field_count; ++i)
        if (r.has(callbox::http::field(i)))
            out += " [" + std::string(r[callbox::http::field(i)]) + "]";
    return out;
}

}  // namespace

std::string check_heads(std::uint64_t seed, counts& all) {
    constexpr std::size_t clients_most = 4, heads = 24;
    chance by(~seed);
    const callbox::limits bounds;
    callbox::http::head_reader known;
    callbox::http::parser taught(bounds), plain(bounds);
    std::vector<client> clients;
    for (std::size_t i = 1 + by.below(clients_most); i > 0; --i) clients.emplace_back(by);
    for (std::size_t i = 0; i < heads; ++i) {  // corrupts some after others were learnt
        std::string head = clients[by.one_in(3) ? by.below(clients.size()) : 0].head(by);
        if (i > 2 && by.one_in(5)) spoil(head, by);
        const std::string sent = head + "{\"a\":1}";
        taught.reset();
        plain.reset();
        const std::string got = result_of(known.feed(taught, sent), taught);
        const std::string wanted = result_of(plain.feed(sent), plain);
        if (got != wanted) return sent + "\nfast path:  " + got + "\nparser:     " + wanted;
        ++all.heads;
        all.known += taught.message().head_id != 0;
    }
    return {};
}

}  // namespace shapes
