// The metrics of all workers and threads, for GET /metrics and rpc.status.
#pragma once

#include "mcp/endpoint.hpp"
#include "rpc/later.hpp"
#include "rejection.hpp"

namespace callbox::site {

using rpc::call_counters;

// Appends text as a label value, without quotes.
void append_label_value(bytes& out, std::string_view text);

// A metric family with one counter, or with one for each value of a label.
struct family {
    std::string_view name;
    std::string_view type;  // "counter" or "gauge"
    std::string_view help;
    std::string_view label = {};
    std::span<const std::string_view> values = {};
};

// Add all threads and workers before the first one runs; after that any thread may write the
// metrics. Also the method rpc.status: the server's current activity, for callers whose view
// watches(). Requires: all arguments outlive it.
class metrics final : public rpc::protocol_method {
public:
    // `waiting`: calls waiting for a thread.
    explicit metrics(const counter& waiting,
                     const observe::log_sink& lines = observe::standard_error);

    // Adds a thread of the pool. Call before add_worker().
    void add_thread(const call_counters& calls, const observe::logger& log);
    // `tools`: null if there are none.
    void add_worker(const call_counters& calls, const mcp::request_counters* tools,
                    const response_counters& responses, const observe::logger& log);
    // Adds the pending calls of a loop.
    void add_pending(const rpc::later_calls& calls) { pending_.push_back(&calls); }
    // Adds counters of the layers above: one, or one for each value. Those of the same family are
    // added up.
    void add(const family& what, const counter* from);

    // Appends Prometheus's text format. `contract` is that of the complete document.
    void write_metrics(bytes& out, std::string_view contract) const;
    bool is_visible(const rpc::view* sees) const override {
        return sees != nullptr && sees->watches();
    }
    // {"workers": [...], "threads": [...], "waiting": 0, "pending": [...]}, with the running call
    // of each worker and thread, or null, and the calls that wait for a later<T>.
    void write_result(const rpc::view*, writer& to) override;

private:
    struct page;
    using of_method = call_counters::of_method;
    struct added {
        family what;
        std::vector<const counter*> from;
    };

    void write_methods(page& to) const;
    void write_times(page& to) const;
    void write_errors(page& to) const;
    void write_requests(page& to) const;
    void write_process(page& to, std::string_view contract) const;

    const std::vector<rpc::counted_method>& methods() const { return calls_.front()->methods(); }
    std::uint64_t sum_of(std::size_t method, counter of_method::* which) const;
    // Calls whose duration is in one of these buckets.
    std::uint64_t took(std::size_t method, std::size_t begin = 0,
                       std::size_t end = call_counters::bound_texts.size()) const;

    const counter* waiting_;
    const observe::log_sink* lines_;
    std::vector<const call_counters*> calls_;
    std::vector<const mcp::request_counters*> tools_;
    std::vector<const response_counters*> responses_;
    std::vector<const observe::logger*> threads_;
    std::vector<const observe::logger*> workers_;
    std::vector<const rpc::later_calls*> pending_;
    std::vector<added> added_;
    std::int64_t started_;
};

}  // namespace callbox::site
