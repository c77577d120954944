// Responses by status, rejections by cause.
#pragma once

#include "observe/counter.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace callbox::site {

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

// The statuses of responses; the last also stands for others.
inline constexpr std::array<int, 21> statuses{200, 101, 202, 204, 304, 400, 401,
                                              403, 404, 405, 408, 413, 414, 415,
                                              417, 426, 431, 500, 501, 503, 505};

// Each site has its own and is its only writer.
struct response_counters {
    void answered(int status) {
        std::size_t at = 0;
        while (at + 1 < statuses.size() && statuses[at] != status) ++at;
        answers[at].add();
    }
    void rejected(cause why) {
        if (why != cause::other) rejections[static_cast<std::size_t>(why)].add();
    }

    std::array<counter, statuses.size()> answers;
    std::array<counter, cause_names.size()> rejections;
};

}  // namespace callbox::site
