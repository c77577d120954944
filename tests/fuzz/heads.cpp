// What a client sends and its variants in: connections of a server that remembers heads answer each
// as those of one that does not, byte for byte, with the same lines in the log. Two choices make a
// variant of the one before: where it changes, and to what. So do they say where it is cut, and
// when the tokens are read again.
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

// Of heads that are known, these are the changes that could be missed.
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

// One that asks for tokens, and one that does not.
struct server {
    support::kept_log log;
    fuzz::slow_calls slow;
    callbox::options how;
    callbox::site::site site;
    callbox::net::shared_state common{site, how.limits};

    server(bool shapes, bool guarded)
        : how(options(shapes, guarded)),
          site(callbox::table(demo::methods), nullptr, how, true, log, &slow) {
        common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        log.log_calls(true);
        ASAN_POISON_MEMORY_REGION(common.input.get(), callbox::net::input_bytes);
    }
    static callbox::options options(bool shapes, bool guarded) {
        callbox::options how;
        how.shapes = shapes;
        how.cors_origin = {"https://example.org"};
        how.limits.header_bytes_max = 600;
        how.limits.header_count_max = 10;
        how.limits.request_bytes_max = 1000;
        if (guarded) how.token_file = "tokens";
        return how;
    }
    void read(std::string_view file) {
        tokens holders;
        expect(tokens::read(file, holders).empty(), "the file has tokens");
        site.admit(std::move(holders));
    }
    // As if nothing was sent before.
    void forget() {
        common.heads = callbox::http::known_heads(how.shapes);
        read(files[0]);
    }
    // What is answered on a new connection. `cut` bytes come first.
    std::string talk(std::string_view sent, std::size_t cut) {
        log.all.clear();
        fuzz::client one(sent, common, slow);
        one.send(cut);
        one.send_all();
        one.end();
        expect(one.is_closed(), "when all is said the connection is closed");
        return one.received;
    }
    // The lines about it, without how long calls took.
    std::string told() const {
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
        expect(got == wanted, "a known head is answered as another", got, wanted);
        expect(knowing.told() == forgetful.told(), "and told as another", knowing.told(),
               forgetful.told());
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
