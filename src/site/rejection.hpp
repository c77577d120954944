// The refusals: the status, the counter and the text of each. All of them are here.
#pragma once

#include "observe/counters.hpp"

#include <string_view>

namespace callbox::site {

struct rejection {
    int status;
    observe::cause counted_as;
    std::string_view reason;       // a clause for a person
    std::string_view fields = {};  // further field lines of the answer

    // The same with words of its own.
    constexpr rejection with(std::string_view text) const {
        return {status, counted_as, text, fields};
    }
};

namespace rejections {

using observe::cause;

inline constexpr std::string_view retry_after = "Retry-After: 1\r\n";
inline constexpr std::string_view allow_call = "Allow: POST, OPTIONS\r\n";

// By the connection, which ends with the answer.
inline constexpr rejection incomplete{400, cause::other, "the request ends before it is complete"};
inline constexpr rejection body_too_long{413, cause::request_bytes,
                                         "the body is longer than request_bytes_max"};
inline constexpr rejection head_too_slow{408, cause::header_time,
                                         "the head took longer than header_timeout_ms"};
inline constexpr rejection body_too_slow{
    408, cause::body_time,
    "the body took longer than body_timeout_ms, and was slower than body_rate_min"};
inline constexpr rejection no_memory{503, cause::memory, "memory has run out", retry_after};
inline constexpr rejection memory_used_up{
    503, cause::memory, "the memory that max-memory allows is used up", retry_after};
inline constexpr rejection too_many_connections{
    503, cause::connections, "there are as many connections as connections_max allows",
    retry_after};
inline constexpr rejection wrong_user{
    403, cause::user, "the user of this process may not call; --allow-uid UID allows it"};

// By the site, whatever the body of the request is.
inline constexpr rejection not_found{404, cause::other, {}};  // the text names the mount
inline constexpr rejection wrong_host{
    403, cause::host,
    "this server is not for the host that the request names; --allow-host NAME allows it"};
inline constexpr rejection wrong_origin{
    403, cause::origin, "a page of another origin may not call; --cors-origin ORIGIN allows it"};
inline constexpr rejection untrusted_user{
    403, cause::user,
    "the field that names the user is believed only from a proxy; --caller-from ADDRESS names it"};
inline constexpr rejection two_users{400, cause::other,
                                     "the field that names the user stands twice"};
inline constexpr rejection wrong_scope{403, cause::scope,
                                       "the methods of this token do not match rpc.status"};
inline constexpr rejection only_reading{405, cause::other, "this page is read by GET or HEAD",
                                        "Allow: GET, HEAD\r\n"};
inline constexpr rejection only_posting{405, cause::other, "calls are sent by POST", allow_call};
// No token is not called a wrong one: RFC 6750, 3.1.
inline constexpr rejection no_token{
    401, cause::token, "a token is needed: send it as Authorization: Bearer TOKEN",
    "WWW-Authenticate: Bearer realm=\"callbox\"\r\n"};
inline constexpr rejection wrong_token{
    401, cause::token, "the token is none of those that this server knows",
    "WWW-Authenticate: Bearer realm=\"callbox\", error=\"invalid_token\"\r\n"};
inline constexpr rejection compressed{
    415, cause::other, "the body must not be compressed: send it without Content-Encoding",
    "Accept-Encoding: identity\r\n"};
inline constexpr rejection wrong_type{415, cause::other, {}, "Accept: application/json\r\n"};

// What the parser of heads or of chunks refuses: some statuses are of limits.
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
