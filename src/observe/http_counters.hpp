// Counts what became of requests and of the methods that they call.
#pragma once

#include "counter.hpp"
#include "call_counters.hpp"
#include "call_observer.hpp"

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::site {

// Limits that one client or all together reached, by the names of their options.
enum class bound : std::uint8_t {
    target_bytes, header_bytes, request_bytes, connections, memory,
    header_time, body_time, idle_time, write_time,
};
inline constexpr std::array<std::string_view, 9> bound_names{
    "target-bytes-max", "header-bytes-max",  "request-bytes-max",
    "connections-max",  "max-memory",        "header-timeout-ms",
    "body-timeout-ms",  "idle-timeout-ms",   "write-timeout-ms"};

// Why a client is denied access.
enum class denial : std::uint8_t { host, origin, token, scope, user };
inline constexpr std::array<std::string_view, 5> denial_names{"host", "origin", "token", "scope",
                                                              "user"};

inline constexpr std::array<int, 18> statuses{200, 204, 304, 400, 401, 403, 404, 405, 408,
                                              413, 414, 415, 417, 431, 500, 501, 503, 505};

// One for each site. Only one thread writes each number.
struct statistics {
    explicit statistics(const table& methods) : calls(methods) {}

    void answered(int status) {
        std::size_t at = 0;
        while (at + 1 < statuses.size() && statuses[at] != status) ++at;
        answers[at].add();
    }
    void reached(bound b) { bounds[static_cast<std::size_t>(b)].add(); }
    void denied(denial d) { denials[static_cast<std::size_t>(d)].add(); }

    rpc::statistics calls;
    std::array<tally, statuses.size()> answers;
    std::array<tally, bound_names.size()> bounds;
    std::array<tally, denial_names.size()> denials;
};

// Writes what GET /metrics and rpc.status answer.
class board : public rpc::status_board {
public:
    // Appends Prometheus's text format. `contract` is of the document for callers who see all.
    virtual void write_metrics(bytes& out, std::string_view contract) const = 0;

protected:
    ~board() = default;
};

}  // namespace callbox::site
