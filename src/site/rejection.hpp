// All rejections: status, counter and text of each. The counters of responses.
#pragma once

#include "http/response.hpp"
#include "observe/counter.hpp"

namespace callbox::site {

using http::statuses;
using observe::counter;

// Why a request or a connection is rejected: a limit of one client or of all, named by its option,
// or denied access.
enum class cause : std::uint8_t {
    target_bytes, header_bytes, request_bytes, connections, memory,
    header_time, body_time, idle_time, ping_time, write_time,
    host, origin, token, scope, user,
    other,  // not counted
};
inline constexpr std::array<std::string_view, 15> cause_names{
    "target-bytes-max",  "header-bytes-max", "request-bytes-max", "connections-max", "max-memory",
    "header-timeout-ms", "body-timeout-ms",  "idle-timeout-ms",   "ping-interval-ms",
    "write-timeout-ms",  "host",             "origin",            "token",           "scope",
    "user"};
inline constexpr std::size_t limit_count = 10;  // the first of these are limits

// Each site has its own and is its only writer.
struct response_counters {
    void answered(int status) {
        std::size_t at = 0;
        while (at + 1 < statuses.size() && statuses[at].code != status) ++at;
        answers[at].add();
    }
    void rejected(cause why) {
        if (why != cause::other) rejections[static_cast<std::size_t>(why)].add();
    }

    std::array<counter, statuses.size()> answers;  // the last is also for other statuses
    std::array<counter, cause_names.size()> rejections;
};

struct rejection {
    int status;
    cause counted_as;
    std::string_view reason;       // a clause for people
    std::string_view fields = {};  // additional field lines of the response

    // The same rejection with another reason.
    constexpr rejection with(std::string_view text) const {
        return {status, counted_as, text, fields};
    }
};

namespace rejections {

inline constexpr std::string_view retry_after = "Retry-After: 1\r\n";
inline constexpr std::string_view allow_call = "Allow: POST, OPTIONS\r\n";

// By the connection, which closes after the response.
inline constexpr rejection incomplete{400, cause::other, "incomplete request"};
inline constexpr rejection body_too_long{413, cause::request_bytes,
                                         "the body is longer than request_bytes_max"};
inline constexpr rejection head_too_slow{408, cause::header_time,
                                         "the head took longer than header_timeout_ms"};
inline constexpr rejection body_too_slow{
    408, cause::body_time,
    "the body took longer than body_timeout_ms and was slower than body_rate_min"};
inline constexpr rejection message_too_slow{
    408, cause::body_time,
    "the message took longer than body_timeout_ms and was slower than body_rate_min"};
inline constexpr rejection no_memory{503, cause::memory, "memory has run out", retry_after};
inline constexpr rejection memory_used_up{503, cause::memory, "max-memory is used up", retry_after};
inline constexpr rejection too_many_connections{503, cause::connections,
                                                "connections_max is reached", retry_after};
inline constexpr rejection wrong_user{403, cause::user,
                                      "user ID not allowed; --allow-uid UID allows it"};

// By the site, independently of the body.
inline constexpr rejection not_found{404, cause::other, {}};  // the text names the mount
inline constexpr rejection wrong_host{403, cause::host,
                                      "host not allowed; --allow-host NAME allows it"};
inline constexpr rejection wrong_origin{403, cause::origin,
                                        "origin not allowed; --cors-origin ORIGIN allows it"};
inline constexpr rejection untrusted_user{
    403, cause::user,
    "the user's field is accepted only from a trusted proxy; --caller-from ADDRESS adds one"};
inline constexpr rejection two_users{400, cause::other, "the user's field is given twice"};
inline constexpr rejection wrong_scope{403, cause::scope,
                                       "the token's scopes do not match rpc.status"};
inline constexpr rejection only_reading{405, cause::other, "this path accepts only GET and HEAD",
                                        "Allow: GET, HEAD\r\n"};
inline constexpr rejection only_posting{405, cause::other, "calls require POST", allow_call};
// A missing token is not reported as an invalid one: RFC 6750, 3.1.
inline constexpr rejection no_token{401, cause::token,
                                    "missing token; send Authorization: Bearer TOKEN",
                                    "WWW-Authenticate: Bearer realm=\"callbox\"\r\n"};
inline constexpr rejection wrong_token{
    401, cause::token, "unknown token",
    "WWW-Authenticate: Bearer realm=\"callbox\", error=\"invalid_token\"\r\n"};
inline constexpr rejection not_recognized{500, cause::other, {}};
inline constexpr rejection token_without_protocol{
    401, cause::token, "the subprotocol bearer.TOKEN requires the subprotocol callbox",
    no_token.fields};
inline constexpr rejection wrong_version{
    426, cause::other, "Sec-WebSocket-Version must be 13",
    "Sec-WebSocket-Version: 13\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"};
inline constexpr rejection wrong_handshake{400, cause::other, {}};
inline constexpr rejection compressed{
    415, cause::other, "the body must not be compressed; send it without Content-Encoding",
    "Accept-Encoding: identity\r\n"};
inline constexpr rejection wrong_type{415, cause::other, {}, "Accept: application/json\r\n"};

// Rejections by the parser of heads or chunks. Some statuses mean that a limit is exceeded.
constexpr rejection of_parser(int status, std::string_view reason) {
    switch (status) {
    case 413: return {status, cause::request_bytes, reason};
    case 414: return {status, cause::target_bytes, reason};
    case 431: return {status, cause::header_bytes, reason};
    default: return {status, cause::other, reason};
    }
}

}  // namespace rejections

}  // namespace callbox::site
