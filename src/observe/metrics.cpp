// Writes what other threads count in Prometheus's text format; site/ makes an answer of it.
#include "metrics.hpp"

#include "base/clock.hpp"
#include "log_output.hpp"
#include "base/ticks.hpp"

#include <callbox/json.hpp>
#include <callbox/memory.hpp>
#include <callbox/version.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

namespace callbox::net {

namespace {

// The index of the code for calls that found no room.
constexpr std::size_t busy_at = 3;
static_assert(rpc::statistics::codes[busy_at] == rpc::code::busy);

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

}  // namespace

// Lines of the format: https://prometheus.io/docs/instrumenting/exposition_formats. No label value
// here has a character that needs an escape.
class board::page {
public:
    struct label {
        std::string_view name;
        std::string_view value;
    };

    explicit page(bytes& out) : out_(&out) {}

    // Begins a family: the next lines belong to it. Requires: `name` lives until the next one.
    void family(std::string_view name, std::string_view type, std::string_view help) {
        name_ = name;
        put({"# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n"});
    }
    template <class Value>
    void line(Value value, std::initializer_list<label> labels = {}, std::string_view suffix = "") {
        put({name_, suffix});
        std::string_view before = "{";
        for (const label& each : labels)
            put({std::exchange(before, ","), each.name, "=\"", each.value, "\""});
        put({labels.size() == 0 ? " " : "} "});
        writer number(*out_);
        if constexpr (std::is_same_v<Value, double>) number.number(value);
        else number.natural(value);
        out_->append('\n');
    }

private:
    void put(std::initializer_list<std::string_view> parts) {
        for (const std::string_view each : parts) out_->append(each);
    }

    bytes* out_;
    std::string_view name_;
};

board::board(const table& methods, const pool* calls)
    : methods_(methods), pool_(calls), started_(wall_clock_s()) {
    if (calls == nullptr) return;
    calls_ = calls->counts();
    journals_ = calls->journals();
    threads_ = journals_.size();
}

void board::add(const site::statistics& answers, const traffic& connections,
                const journal& lines) {
    journals_.push_back(&lines);
    sites_.push_back(&answers);
    calls_.push_back(&answers.calls);
    loops_.push_back(&connections);
}

void board::write_metrics(bytes& out, std::string_view contract) const {
    page to(out);
    write_methods(to);
    write_times(to);
    write_slow(to);
    write_errors(to);
    write_requests(to);
    write_connections(to);
    write_process(to, contract);
}

void board::write_status(writer& to) const {
    const auto write = [&](std::string_view name, std::size_t begin, std::size_t end) {
        to.key(name);
        to.begin_array();
        for (; begin != end; ++begin) journals_[begin]->write_running(to);
        to.end_array();
    };
    to.begin_object();
    write("workers", threads_, journals_.size());
    write("threads", 0, threads_);
    to.key("waiting");
    to.natural(pool_ == nullptr ? 0 : pool_->load().first);
    to.end_object();
}

template <class Number> std::uint64_t board::sum_calls(Number number) const {
    std::uint64_t sum = 0;
    for (const rpc::statistics* each : calls_) sum += number(*each).get();
    return sum;
}
template <class Number> std::uint64_t board::sum_sites(Number number) const {
    std::uint64_t sum = 0;
    for (const site::statistics* each : sites_) sum += number(*each).get();
    return sum;
}
template <class Number> std::uint64_t board::sum_loops(Number number) const {
    std::uint64_t sum = 0;
    for (const traffic* each : loops_) sum += number(*each).get();
    return sum;
}

std::uint64_t board::made(std::size_t method) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i <= rpc::statistics::bounds.size(); ++i)
        sum += sum_calls([=](const auto& s) -> auto& { return s.of(method).took[i]; });
    return sum;
}

// Calls of blocking methods are counted when they come in and again when they are done, but read in
// the other order: so none is missing.
void board::write_methods(page& to) const {
    std::vector<std::uint64_t> calls;
    to.family("callbox_calls_in_flight", "gauge",
              "Calls of blocking methods that run or wait for a thread.");
    for (std::size_t i = 0; i < methods_.rows.size(); ++i) {
        calls.push_back(made(i));
        if (!methods_.rows[i].blocking) continue;
        const std::uint64_t done =
            calls[i] + sum_calls([=](const auto& s) -> auto& { return s.of(i).dropped; });
        const std::uint64_t taken =
            sum_calls([=](const auto& s) -> auto& { return s.of(i).handed_over; });
        calls[i] = std::max(taken, done);
        to.line(calls[i] - done, {{"method", methods_.rows[i].name}});
        calls[i] += sum_calls([=](const auto& s) -> auto& { return s.of(i).failed[busy_at]; });
    }
    to.family("callbox_calls_total", "counter",
              "Calls of each method, those that failed among them.");
    for (std::size_t i = 0; i < calls.size(); ++i)
        to.line(calls[i], {{"method", methods_.rows[i].name}});
    to.line(made(calls.size()), {{"method", "rpc."}});
}

// Blocking methods keep no loop waiting.
void board::write_slow(page& to) const {
    to.family("callbox_slow_calls_total", "counter",
              "Calls that kept a loop, with all its connections, waiting for more than a second.");
    for (std::size_t i = 0; i < methods_.rows.size(); ++i) {
        std::uint64_t slow = 0;
        for (std::size_t b = rpc::statistics::slow_from; b <= rpc::statistics::bounds.size(); ++b)
            slow += sum_calls([=](const auto& s) -> auto& { return s.of(i).took[b]; });
        if (!methods_.rows[i].blocking) to.line(slow, {{"method", methods_.rows[i].name}});
    }
}

// A method that was not called has no lines. The sum is read before the buckets, so that it never
// covers more calls than they count.
void board::write_times(page& to) const {
    to.family("callbox_call_duration_seconds", "histogram",
              "How long calls took, on whatever thread, without waiting for one.");
    for (std::size_t i = 0; i < methods_.rows.size(); ++i) {
        const std::string_view name = methods_.rows[i].name;
        const std::uint64_t ticks =
            sum_calls([=](const auto& s) -> auto& { return s.of(i).ticks; });
        if (made(i) == 0) continue;
        std::uint64_t below = 0;
        for (std::size_t b = 0; b <= rpc::statistics::bounds.size(); ++b) {
            below += sum_calls([=](const auto& s) -> auto& { return s.of(i).took[b]; });
            to.line(below, {{"method", name}, {"le", rpc::statistics::bound_texts[b]}}, "_bucket");
        }
        to.line(static_cast<double>(ticks) / ticks_per_second(), {{"method", name}}, "_sum");
        to.line(below, {{"method", name}}, "_count");
    }
}

// An error of a method has a line only if it occurred.
void board::write_errors(page& to) const {
    to.family("callbox_call_errors_total", "counter",
              "Calls that were answered with an error; other: a code that the method does not "
              "declare.");
    for (std::size_t i = 0; i < methods_.rows.size(); ++i) {
        const row& r = methods_.rows[i];
        const auto line = [&](std::string_view code, std::uint64_t count) {
            if (count != 0) to.line(count, {{"method", r.name}, {"code", code}});
        };
        for (std::size_t c = 0; c < rpc::statistics::codes.size(); ++c)
            line(std::to_string(rpc::statistics::codes[c]),
                 sum_calls([=](const auto& s) -> auto& { return s.of(i).failed[c]; }));
        for (std::size_t e = r.errors.begin; e < r.errors.begin + r.errors.count; ++e)
            line(std::to_string(methods_.errors[e].code),
                 sum_calls([=](const auto& s) -> auto& { return s.declared(e); }));
        line("other", sum_calls([=](const auto& s) -> auto& { return s.of(i).failed_otherwise; }));
    }
    to.family("callbox_messages_refused_total", "counter",
              "Messages and members of batches that call no method.");
    to.line(sum_calls([](const auto& s) -> auto& { return s.parse_errors; }),
            {{"code", "-32700"}});
    to.line(sum_calls([](const auto& s) -> auto& { return s.invalid_requests; }),
            {{"code", "-32600"}});
    to.line(sum_calls([](const auto& s) -> auto& { return s.unknown_methods; }),
            {{"code", "-32601"}});
    to.family("callbox_notifications_failed_total", "counter",
              "Notifications that came to an error, which nobody is told of.");
    to.line(sum_calls([](const auto& s) -> auto& { return s.notifications_failed; }));
}

void board::write_requests(page& to) const {
    to.family("callbox_http_responses_total", "counter", "HTTP answers by their status.");
    for (std::size_t i = 0; i < site::statuses.size(); ++i)
        to.line(sum_sites([=](const auto& s) -> auto& { return s.answers[i]; }),
                {{"code", std::to_string(site::statuses[i])}});
    to.family("callbox_denied_total", "counter", "Requests and connections of who may not.");
    for (std::size_t i = 0; i < site::denial_names.size(); ++i)
        to.line(sum_sites([=](const auto& s) -> auto& { return s.denials[i]; }),
                {{"reason", site::denial_names[i]}});
    to.family("callbox_limits_reached_total", "counter",
              "How often clients came up against a limit, by its option.");
    for (std::size_t i = 0; i < site::bound_names.size(); ++i)
        to.line(sum_sites([=](const auto& s) -> auto& { return s.bounds[i]; }),
                {{"limit", site::bound_names[i]}});
}

void board::write_connections(page& to) const {
    to.family("callbox_connections", "gauge", "Connections by what they do.");
    for (std::size_t i = 0; i + 1 < phase_count; ++i)  // closed ones are not counted
        to.line(sum_loops([=](const auto& t) -> auto& { return t.in[i]; }),
                {{"phase", phase_names[i]}});
    to.family("callbox_connections_accepted_total", "counter", "Connections that came.");
    to.line(sum_loops([](const auto& t) -> auto& { return t.accepted; }));
    to.family("callbox_connections_dropped_total", "counter",
              "Of these, what was closed without an answer, for there were too many.");
    to.line(sum_loops([](const auto& t) -> auto& { return t.dropped; }));
    to.family("callbox_received_bytes_total", "counter", "Bytes that clients sent.");
    to.line(sum_loops([](const auto& t) -> auto& { return t.received; }));
    to.family("callbox_sent_bytes_total", "counter", "Bytes that were sent to them.");
    to.line(sum_loops([](const auto& t) -> auto& { return t.sent; }));
}

void board::write_process(page& to, std::string_view contract) const {
    to.family("callbox_memory_bytes", "gauge", "What counts for max-memory.");
    to.line(std::uint64_t{memory::taken()});
    to.family("callbox_memory_max_bytes", "gauge", "max-memory.");
    to.line(std::uint64_t{memory::limit()});
    to.family("callbox_workers", "gauge", "Threads that serve connections.");
    to.line(std::uint64_t{loops_.size()});
    if (pool_ != nullptr) {
        const auto [waiting, running] = pool_->load();
        to.family("callbox_blocking_queue_length", "gauge", "Calls that wait for a thread.");
        to.line(std::uint64_t{waiting});
        to.family("callbox_blocking_threads_busy", "gauge", "Threads on which a call runs.");
        to.line(std::uint64_t{running});
        to.family("callbox_blocking_threads", "gauge", "Threads for calls of blocking methods.");
        to.line(std::uint64_t{pool_->threads()});
    }
    to.family("callbox_log_lines_dropped_total", "counter", "Lines of the log that are missing.");
    to.line(standard_error.dropped());
    to.family("callbox_build_info", "gauge", "1; the version, and the contract of the methods.");
    to.line(std::uint64_t{1}, {{"version", callbox::version}, {"contract", contract}});
    rusage used{};
    (void)::getrusage(RUSAGE_SELF, &used);
    to.family("process_cpu_seconds_total", "counter", "Time of processors, user and system.");
    to.line(seconds(used.ru_utime) + seconds(used.ru_stime));
    to.family("process_start_time_seconds", "gauge", "When it was started, since 1970.");
    to.line(static_cast<std::uint64_t>(started_));
}

}  // namespace callbox::net
