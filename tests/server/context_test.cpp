// Each answer, and each line about it, is about the request and the peer that it is for: also where
// connections take turns, and where what is answered is no request.
#include "support/logs.hpp"
#include "talk.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace context_test { namespace {

using namespace net_test;

struct refusals : support::kept_log {
    refusals() { log_calls(true); }
    // "405 GET /api 127.0.0.1:7": status, method, target and peer of the last refusal.
    std::string last() const {
        if (all.empty()) return "nothing";
        std::string text;
        for (const std::string key : {" status=", " method=", " target=", " peer="}) {
            const std::size_t at = all.back().find(key);
            if (at == std::string::npos) continue;
            const std::size_t begin = at + key.size();
            (text += text.empty() ? "" : " ") +=
                all.back().substr(begin, all.back().find(' ', begin) - begin);
        }
        cr_expect(all.back().starts_with("refused ") && !all.back().ends_with("reason="));
        return text;
    }
};

struct two : two_links<refusals> {
    std::string told() const { return log.last(); }
};

Test(server_context, an_expect_that_is_refused_is_told_with_its_own_peer) {
    two t;
    cr_expect(t.send(0, get("/none")).starts_with("HTTP/1.1 404 "));
    cr_expect(t.told() == "404 GET /none 127.0.0.1:7", "%s", t.told().c_str());
    const std::string_view asks = "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                                  "Content-Type: text/plain\r\nExpect: 100-continue\r\n\r\n";
    cr_expect(t.send(1, asks).starts_with("HTTP/1.1 415 "));
    cr_expect(t.told() == "415 POST /api 127.0.0.1:8", "%s", t.told().c_str());
}

Test(server_context, bytes_that_are_no_request_are_told_with_their_own_peer) {
    two t;
    (void)t.send(0, get("/none"));
    cr_expect(t.send(1, "\x01 nothing\r\n\r\n").starts_with("HTTP/1.1 400 "));
    cr_expect(t.told() == "400 127.0.0.1:8", "%s", t.told().c_str());
}

Test(server_context, who_is_turned_away_is_told_with_its_own_peer) {
    two t;
    (void)t.send(0, get("/none"));
    for (const bool is_allowed : {true, false}) {
        t.links[1].close();
        t.links[1].open(0, &t.from[1]);
        t.links[1].turn_away(0, is_allowed);
        const std::string status = is_allowed ? "503" : "403";
        cr_expect(t.taken(1).starts_with("HTTP/1.1 " + status));
        cr_expect(t.told() == status + " 127.0.0.1:8", "%s", t.told().c_str());
    }
}

}}  // namespace context_test
