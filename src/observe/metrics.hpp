// The metrics of all workers and threads, for GET /metrics and rpc.status.
#pragma once

#include "counters.hpp"
#include "logger.hpp"

#include <callbox/bytes.hpp>
#include <callbox/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace callbox::observe {

// Appends text as a label value, without quotes.
void append_label_value(bytes& out, std::string_view text);

// Add all threads and workers before the first one runs; after that any thread may write the
// metrics. Requires: all arguments outlive it.
class metrics {
public:
    explicit metrics(const pool_counters& pool, const log_sink& lines = standard_error);

    // Adds a thread of the pool. Call before add_worker().
    void add_thread(const call_counters& calls, const logger& log);
    void add_worker(const call_counters& calls, const http_counters& http,
                    const loop_counters& loop, const logger& log);

    // Appends Prometheus's text format. `contract` is that of the complete document.
    void write_metrics(bytes& out, std::string_view contract) const;
    // Appends the result of rpc.status, {"workers": [...], "threads": [...], "waiting": 0}, with
    // the running call of each worker and thread, or null.
    void write_status(writer& to) const;

private:
    class page;
    using of_method = call_counters::of_method;

    void write_methods(page& to) const;
    void write_times(page& to) const;
    void write_slow(page& to) const;
    void write_errors(page& to) const;
    void write_requests(page& to) const;
    void write_connections(page& to) const;
    void write_process(page& to, std::string_view contract) const;

    const std::vector<counted_method>& methods() const { return calls_.front()->methods(); }
    std::uint64_t sum_of(std::size_t method, counter of_method::* which) const;
    // Calls whose duration is in one of these buckets.
    std::uint64_t took(std::size_t method, std::size_t begin = 0,
                       std::size_t end = call_counters::bound_texts.size()) const;

    const pool_counters* pool_;
    const log_sink* lines_;
    std::vector<const call_counters*> calls_;
    std::vector<const http_counters*> http_;
    std::vector<const loop_counters*> loops_;
    std::vector<const logger*> threads_;
    std::vector<const logger*> workers_;
    std::int64_t started_;
};

}  // namespace callbox::observe
