// Takes the bytes that a client sends, and variants. Connections of a server that remembers heads
// answer each like those of a server that does not, byte for byte, with the same log lines. Two
// choices make the next variant: where it changes, and to what. They also choose where the bytes
// are cut, and when the tokens are read again.
#include "app/methods.hpp"
#include "client.hpp"
#include "mutate.hpp"
#include "site/site.hpp"
#include "support/logs.hpp"

#include <iterator>
#include <string>
#include <string_view>

namespace {

using callbox::site::tokens;
using fuzz::expect;

// Changes of known heads that could be missed.
constexpr std::string_view words[] = {
    "0", "1", "9", "10", "007", " ", "\r\n", "\r", ":", ",", "x", "\x80",
    "Accept: */*\r\n", "Cookie: a\r\n", "Host: b\r\n", "Origin: https://example.org\r\n",
    "Origin: http://a\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n",
    "Transfer-Encoding: chunked\r\n", "Content-Length: 2\r\n", "Content-Type: text/plain\r\n",
    "Authorization: Bearer all-all-all-all-all\r\n",
    "Authorization: Bearer one-one-one-one-one\r\n",
    "Authorization: Bearer all-all-all-all-alL\r\n",
    "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n"};
constexpr std::string_view files[] = {
    "all all-all-all-all-all *\none one-one-one-one-one ping\n",
    "one one-one-one-one-one *\n",
    "one all-all-all-all-all *\nall one-one-one-one-one math.*\n"};

// A server that requires tokens if `guarded`.
struct server {
    support::kept_log log;
    fuzz::slow_calls slow;
    callbox::options options;
    callbox::site::site site;
    callbox::net::shared_state common{site, options.limits};

    server(bool shapes, bool guarded)
        : options(options_with(shapes, guarded)),
          site(callbox::table(demo::methods), nullptr, options, true, log, &slow) {
        common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        log.log_calls(true);
        ASAN_POISON_MEMORY_REGION(common.input.get(), callbox::net::input_bytes);
    }
    static callbox::options options_with(bool shapes, bool guarded) {
        callbox::options made;
        made.shapes = shapes;
        made.cors_origin = {"https://example.org"};
        made.limits.header_bytes_max = 600;
        made.limits.header_count_max = 10;
        made.limits.request_bytes_max = 1000;
        if (guarded) made.token_file = "tokens";
        return made;
    }
    void read(std::string_view file) {
        tokens holders;
        expect(tokens::read(file, holders).empty(), "the file has tokens");
        site.admit(std::move(holders));
    }
    // Returns to the state before any request.
    void forget() {
        common.heads = callbox::http::head_reader(options.shapes);
        read(files[0]);
    }
    // The answers on a new connection. The first `cut` bytes are sent separately.
    std::string talk(std::string_view sent, std::size_t cut) {
        log.all.clear();
        fuzz::client one(sent, common, slow);
        one.send(cut);
        one.send_all();
        one.end();
        expect(one.is_closed(), "the connection is closed at the end");
        return one.received;
    }
    // The log lines about it, without the times of calls.
    std::string logged() const {
        std::string all;
        for (const std::string& line : log.all) {
            const std::size_t time = line.find(" us=");
            all.append(line, 0, time).append("\n");
            if (time != line.npos) all.append(line, line.find(' ', time + 1));
        }
        return all;
    }
};

struct pair {
    server knowing, forgetful;

    explicit pair(bool guarded) : knowing(true, guarded), forgetful(false, guarded) {}
    void forget() {
        knowing.forget();
        forgetful.forget();
    }
    void read(std::string_view file) {
        knowing.read(file);
        forgetful.read(file);
    }
    void check(const std::string& sent, std::size_t cut) {
        const std::string got = knowing.talk(sent, cut), wanted = forgetful.talk(sent, cut);
        expect(got == wanted, "a known head gets the same answer", got, wanted);
        expect(knowing.logged() == forgetful.logged(), "and the same log lines", knowing.logged(),
               forgetful.logged());
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static pair open(false), guarded(true);
    const auto [text, choices] = fuzz::split(data, size);
    for (pair* const both : {&open, &guarded}) {
        both->forget();
        std::string sent(text);
        for (int i = 0; i < 3; ++i) both->check(sent, 0);
        for (std::size_t i = 0; i + 1 < choices.size() && !sent.empty(); i += 2) {
            const std::size_t at = fuzz::place(choices[i], sent.size() - 1);
            const auto byte = static_cast<unsigned char>(choices[i + 1]);
            const std::size_t which = byte / 4;
            switch (byte % 4) {
            case 0: both->check(sent, at); continue;
            case 1: both->read(files[which % std::size(files)]); break;
            case 2: sent.insert(at, words[which % std::size(words)]); break;
            default: sent[at] ^= static_cast<char>(which == 0 ? 0x20 : which); break;
            }
            both->check(sent, 0);
            both->check(std::string(text), 0);
        }
    }
    return 0;
}
