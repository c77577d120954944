// Reads the fields of both sides of a WebSocket handshake and computes its accept value.
#include "handshake.hpp"

#include "base/sha256.hpp"
#include "http/line.hpp"

namespace callbox::websocket {

namespace {

constexpr std::string_view protocols[] = {"callbox", "jsonrpc", "jsonrpc2.0", "jsonrpc-2.0"};
constexpr std::string_view bearer_prefix = "bearer.";
constexpr std::size_t key_characters = 24;

// A field that must not be repeated, and the number of its lines.
struct single_field {
    std::string_view value;
    int lines = 0;
    void add(std::string_view next) { value = next, ++lines; }
    bool is(std::string_view wanted) const { return lines == 1 && value == wanted; }
};

// The fields of a handshake.
struct fields {
    bool upgrades = false;  // Upgrade: websocket
    bool hops = false;      // Connection: Upgrade
    bool extends = false;   // Sec-WebSocket-Extensions
    single_field version, key, accept, protocol;
    opening chosen;
};

// Subprotocols are case-sensitive tokens. The first one that is served is selected; the token is
// never selected.                                                          RFC 6455, 4.1, 11.3.4
void choose_protocol(std::string_view list, opening& out) {
    while (!list.empty()) {
        const std::string_view each = ascii::trimmed(ascii::take_until(list, ','));
        if (each.starts_with(bearer_prefix)) out.bearer = each.substr(bearer_prefix.size());
        if (each == protocols[0]) out.offers_callbox = true;
        if (out.protocol.empty() && std::ranges::find(protocols, each) != std::end(protocols))
            out.protocol = each;
    }
}

// Requires: the grammar of the head was checked.
fields read_fields(std::string_view head) {
    fields found;
    while (!head.empty()) {
        const auto [name, value] = http::take_field(head);
        if (ascii::is_word(name, "upgrade")) found.upgrades |= ascii::has_word(value, "websocket");
        else if (ascii::is_word(name, "connection"))
            found.hops |= ascii::has_word(value, "upgrade");
        else if (ascii::is_word(name, "sec-websocket-protocol"))
            choose_protocol(value, found.chosen), found.protocol.add(value);
        else if (ascii::is_word(name, "sec-websocket-version")) found.version.add(value);
        else if (ascii::is_word(name, "sec-websocket-key")) found.key.add(value);
        else if (ascii::is_word(name, "sec-websocket-accept")) found.accept.add(value);
        else if (ascii::is_word(name, "sec-websocket-extensions")) found.extends = true;
    }
    return found;
}

// The base64 form of 16 bytes: the last character before the padding encodes two bits.
//                                                                 RFC 6455, 4.1; RFC 4648, 4
bool is_key(std::string_view text) {
    return text.size() == key_characters && text.ends_with("==") &&
           callbox::detail::is_name_of(text.substr(0, 22), "+/") &&
           std::string_view("AQgw").find(text[21]) != std::string_view::npos;
}

}  // namespace

opening read_opening(const http::request& r) {
    const fields found = read_fields(r.head());
    if (!found.upgrades || !found.hops) return {};
    opening out = found.chosen;
    const auto malformed = [&](const char* reason) {
        out.what = offer::malformed;
        out.reason = reason;
        return out;
    };
    if (r.version_1_0) return malformed("HTTP/1.0 has no WebSocket");
    if (r.content_length != 0 || r.chunked) return malformed("the handshake has a body");
    out.what = offer::bad_version;
    if (!found.version.is("13")) return out;
    if (found.key.lines != 1 || !is_key(found.key.value))
        return malformed("Sec-WebSocket-Key is not 16 bytes in base64");
    out.key = found.key.value;
    out.what = offer::accepted;
    return out;
}

const char* invalid_field(std::string_view head, std::string_view key) {
    const fields found = read_fields(head);
    if (!found.upgrades) return "Upgrade";
    if (!found.hops) return "Connection";
    if (!found.accept.is(accept_of(key))) return "Sec-WebSocket-Accept";
    if (found.extends) return "Sec-WebSocket-Extensions";
    if (found.protocol.lines != 0 && !found.protocol.is("callbox")) return "Sec-WebSocket-Protocol";
    return nullptr;
}

std::string accept_of(std::string_view key) {
    assert(key.size() == key_characters);
    return base64(sha1(std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
}

}  // namespace callbox::websocket
