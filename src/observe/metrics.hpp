// The metrics: sums what all workers and threads count, for GET /metrics.
#pragma once

#include "logger.hpp"
#include "server/loop.hpp"
#include "server/thread_pool.hpp"
#include "call_counters.hpp"
#include "http_counters.hpp"

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace callbox::net {

// Add every worker before the first one runs; from then on any thread may write the metrics.
class board final : public site::board {
public:
    // `calls` runs blocking methods; null where there are none.
    // Requires: all that it is given outlives it, or its last use.
    board(const table& methods, const pool* calls);

    void add(const site::statistics& answers, const traffic& connections, const journal& lines);

    void write_metrics(bytes& out, std::string_view contract) const override;
    // {"workers": [...], "threads": [...], "waiting": 0}: for each the call
    // that it runs, or null.
    void write_status(writer& to) const override;

private:
    class page;

    void write_methods(page& to) const;
    void write_times(page& to) const;
    void write_slow(page& to) const;
    void write_errors(page& to) const;
    void write_requests(page& to) const;
    void write_connections(page& to) const;
    void write_process(page& to, std::string_view contract) const;

    template <class Number> std::uint64_t sum_calls(Number number) const;
    template <class Number> std::uint64_t sum_sites(Number number) const;
    template <class Number> std::uint64_t sum_loops(Number number) const;
    std::uint64_t made(std::size_t method) const;

    table methods_;
    const pool* pool_;
    std::vector<const rpc::statistics*> calls_;
    std::vector<const site::statistics*> sites_;
    std::vector<const traffic*> loops_;
    std::vector<const journal*> journals_;  // those of the pool's threads first
    std::size_t threads_ = 0;
    std::int64_t started_;
};

}  // namespace callbox::net
