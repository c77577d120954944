// What the head of a GET request asks for, and the accept value.
#include "http/parse.hpp"
#include "websocket/handshake.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace handshake_test { namespace {

using callbox::websocket::offer;
using callbox::websocket::opening;

constexpr std::string_view key = "dGhlIHNhbXBsZSBub25jZQ==";

struct read_head {
    callbox::limits bounds;
    callbox::http::parser parser{bounds};
    std::string head;
    opening found;

    explicit read_head(std::string_view fields, std::string_view version = "HTTP/1.1")
        : head("GET /api " + std::string(version) + "\r\nHost: x\r\n" + std::string(fields) +
               "\r\n") {
        cr_assert(parser.feed(head) == callbox::http::progress::done, "%s", head.c_str());
        found = callbox::websocket::read_opening(parser.message());
    }
};

std::string good(std::string_view more = "") {
    return "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: " + std::string(key) + "\r\n" + std::string(more);
}
std::string without(std::string text, std::string_view part, std::string_view instead = "") {
    return text.replace(text.find(part), part.size(), instead);
}

Test(websocket_handshake, the_accept_value_of_the_rfc) {
    const auto accept = callbox::websocket::accept_of(key);
    cr_expect(accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    const auto zero = callbox::websocket::accept_of("AAAAAAAAAAAAAAAAAAAAAA==");
    cr_expect(zero == "ICX+Yqv66kxgM0FcWaLWlFLwTAI=");
}

Test(websocket_handshake, a_complete_one_is_accepted) {
    for (const std::string& head :
         {good(), without(good(), "websocket\r\n", "h2c, WebSocket\r\n"),
          without(good(), "Connection: Upgrade", "connection: keep-alive , UPGRADE"),
          good("Content-Length: 0\r\n"),
          good("Sec-WebSocket-Extensions: permessage-deflate\r\n")}) {
        const read_head at(head);
        cr_expect(at.found.what == offer::accepted, "%s", head.c_str());
        cr_expect(at.found.key == key && at.found.protocol.empty() && !at.found.bearer &&
                  !at.found.offers_callbox);
    }
}

Test(websocket_handshake, what_is_no_upgrade_stays_a_get) {
    for (const std::string& head :
         {std::string(), without(good(), "Upgrade: websocket\r\n"),
          without(good(), "Connection: Upgrade\r\n"), without(good(), "websocket", "h2c"),
          without(good(), "websocket", "websockets")})
        cr_expect(read_head(head).found.what == offer::none, "%s", head.c_str());
}

Test(websocket_handshake, another_version_is_told_ours) {
    for (const std::string_view instead : {"12", "013", "13, 8", "", "14"})
        cr_expect(read_head(without(good(), "13", instead)).found.what == offer::bad_version);
    cr_expect(read_head(good("Sec-WebSocket-Version: 13\r\n")).found.what == offer::bad_version);
    cr_expect(read_head(without(good(), "Sec-WebSocket-Version: 13\r\n")).found.what ==
              offer::bad_version);
}

Test(websocket_handshake, a_malformed_one_is_refused) {
    for (const std::string_view bad :
         {"", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZR==",
          "dGhlIHNhbXBsZSBub25jZQ===", "dGhlIHNhbXBsZSBub25j-Q==", "AAAA"})
        cr_expect(read_head(without(good(), key, bad)).found.what == offer::malformed, "%s",
                  std::string(bad).c_str());
    cr_expect(read_head(good("Sec-WebSocket-Key: " + std::string(key) + "\r\n")).found.what ==
              offer::malformed);
    cr_expect(read_head(good("Content-Length: 1\r\n")).found.what == offer::malformed);
    cr_expect(read_head(good("Transfer-Encoding: chunked\r\n")).found.what == offer::malformed);
    cr_expect(read_head(good(), "HTTP/1.0").found.what == offer::malformed);
}

Test(websocket_handshake, the_first_served_subprotocol_is_selected) {
    const struct {
        std::string_view offered;
        std::string_view protocol;
        std::optional<std::string_view> bearer = {};
    } rows[] = {
        {"callbox", "callbox"},
        {"graphql-ws, jsonrpc-2.0, callbox", "jsonrpc-2.0"},
        {"jsonrpc2.0", "jsonrpc2.0"},
        {"Callbox, JSONRPC", ""},
        {"callbox, bearer.", "callbox", ""},
        {"callbox, bearer.c2VjcmV0", "callbox", "c2VjcmV0"},
        {"bearer.c2VjcmV0,callbox", "callbox", "c2VjcmV0"},
        {"bearer.c2VjcmV0", "", "c2VjcmV0"},
        {"jsonrpc, bearer.c2VjcmV0", "jsonrpc", "c2VjcmV0"},
    };
    for (const auto& [offered, protocol, bearer] : rows) {
        const read_head at(good("Sec-WebSocket-Protocol: " + std::string(offered) + "\r\n"));
        cr_expect(at.found.what == offer::accepted && at.found.protocol == protocol &&
                      at.found.bearer == bearer &&
                      at.found.offers_callbox == (offered.find("callbox") != offered.npos),
                  "%s", std::string(offered).c_str());
    }
    const read_head old(without(good("Sec-WebSocket-Protocol: callbox, bearer.YQ\r\n"), "13", "8"));
    cr_expect(old.found.what == offer::bad_version && old.found.bearer == "YQ");
    const read_head two(
        good("Sec-WebSocket-Protocol: other\r\nSec-WebSocket-Protocol: jsonrpc\r\n"));
    cr_expect(two.found.protocol == "jsonrpc", "two lines are one list");
}

}}  // namespace handshake_test
