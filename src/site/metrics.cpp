// Writes the counters of all threads in Prometheus's text format.
#include "metrics.hpp"

#include "rpc/members.hpp"

#include <callbox/version.hpp>

#include <sys/resource.h>

namespace callbox::site {

namespace {

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

// The sum of a counter over all objects. `which` is a member, or a function that returns one.
template <class Counters, class Which>
std::uint64_t sum(const std::vector<const Counters*>& all, Which which) {
    std::uint64_t total = 0;
    for (const Counters* each : all) total += std::invoke(which, *each).get();
    return total;
}

}  // namespace

void append_label_value(bytes& out, std::string_view text) {
    for (const char c : text) {
        if (c == '\\' || c == '"') out.append('\\');
        if (c == '\n') out.append("\\n");
        else out.append(c);
    }
}

// The text format: https://prometheus.io/docs/instrumenting/exposition_formats
struct metrics::page {
    struct label {
        std::string_view name;
        std::string_view value;
    };

    bytes& out;
    std::string_view family_name = {};

    // Begins a metric family. Requires: `name` lives until the next family.
    void family(std::string_view name, std::string_view type, std::string_view help) {
        family_name = name;
        rpc::append(out, {"# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n"});
    }
    template <class Value>
    void line(Value value, std::initializer_list<label> labels = {}, std::string_view suffix = "") {
        rpc::append(out, {family_name, suffix});
        std::string_view before = "{";
        for (const label& each : labels) {
            rpc::append(out, {std::exchange(before, ","), each.name, "=\""});
            append_label_value(out, each.value);
            out.append('"');
        }
        out.append(labels.size() == 0 ? " " : "} ");
        writer number(out);
        if constexpr (std::is_same_v<Value, double>) number.number(value);
        else number.natural(value);
        out.append('\n');
    }
};

metrics::metrics(const counter& waiting, const observe::log_sink& lines)
    : protocol_method("rpc.status"), waiting_(&waiting), lines_(&lines),
      started_(wall_clock_s()) {}

void metrics::add_thread(const call_counters& calls, const observe::logger& log) {
    calls_.push_back(&calls);
    threads_.push_back(&log);
}

void metrics::add_worker(const call_counters& calls, const mcp::request_counters* tools,
                         const response_counters& responses, const observe::logger& log) {
    calls_.push_back(&calls);
    if (tools != nullptr) tools_.push_back(tools);
    responses_.push_back(&responses);
    workers_.push_back(&log);
}

void metrics::add(const family& what, const counter* from) {
    const auto is_same = [&](const added& each) { return each.what.name == what.name; };
    auto place = std::ranges::find_if(added_, is_same);
    if (place == added_.end()) place = added_.insert(place, {what, {}});
    place->from.push_back(from);
}

void metrics::write_metrics(bytes& out, std::string_view contract) const {
    page to{out};
    write_methods(to);
    write_times(to);
    write_errors(to);
    write_requests(to);
    for (const auto& [what, from] : added_) {
        to.family(what.name, what.type, what.help);
        for (std::size_t i = 0; i < std::max<std::size_t>(what.values.size(), 1); ++i) {
            const auto total = sum(from, [=](auto& first) -> auto& { return (&first)[i]; });
            if (what.values.empty()) to.line(total);
            else to.line(total, {{what.label, what.values[i]}});
        }
    }
    write_process(to, contract);
}

void metrics::write_result(const rpc::view*, writer& to) {
    const auto write = [&](std::string_view name, const auto& all, auto write_one) {
        rpc::begin_array(to, name);
        for (const auto* each : all) (each->*write_one)(to);
        to.end_array();
    };
    to.begin_object();
    write("workers", workers_, &observe::logger::write_running);
    write("threads", threads_, &observe::logger::write_running);
    rpc::write_member(to, "waiting", waiting_->get());
    write("pending", pending_, &rpc::later_calls::write_pending);
    to.end_object();
}

std::uint64_t metrics::sum_of(std::size_t method, counter of_method::* which) const {
    return sum(calls_, [=](auto& c) -> auto& { return c.of(method).*which; });
}

std::uint64_t metrics::took(std::size_t method, std::size_t begin, std::size_t end) const {
    std::uint64_t calls = 0;
    for (; begin < end; ++begin)
        calls += sum(calls_, [=](auto& c) -> auto& { return c.of(method).took[begin]; });
    return calls;
}

// Calls of blocking methods are counted on arrival and again on completion. The counters are read
// in reverse order, so no call is missing.
void metrics::write_methods(page& to) const {
    std::vector<std::uint64_t> calls;
    to.family("callbox_calls_in_flight", "gauge",
              "Calls of blocking methods running or waiting for a thread.");
    for (std::size_t i = 0; i < methods().size(); ++i) {
        calls.push_back(took(i));
        if (methods()[i].codes.empty()) break;  // those of the protocol are never refused
        if (methods()[i].blocking) {
            const std::uint64_t done = calls[i] + sum_of(i, &of_method::dropped);
            calls[i] = std::max(sum_of(i, &of_method::handed_over), done);
            to.line(calls[i] - done, {{"method", methods()[i].name}});
        }
        for (const call_counters* each : calls_) calls[i] += each->failures(i, rpc::busy);
    }
    to.family("callbox_calls_total", "counter", "Calls of each method, including failed calls.");
    for (std::size_t i = 0; i < calls.size(); ++i)
        to.line(calls[i], {{"method", methods()[i].name}});
}

// Methods without calls have no durations. The sum is read before the buckets, so it never covers
// more calls than they do.
void metrics::write_times(page& to) const {
    to.family("callbox_call_duration_seconds", "histogram",
              "Execution time of calls, excluding the wait for a thread.");
    for (std::size_t i = 0; i + 1 < methods().size(); ++i) {
        const std::string_view name = methods()[i].name;
        const std::uint64_t ticks = sum_of(i, &of_method::ticks);
        if (took(i) == 0) continue;
        std::uint64_t below = 0;
        for (std::size_t b = 0; b < call_counters::bound_texts.size(); ++b) {
            below += took(i, b, b + 1);
            to.line(below, {{"method", name}, {"le", call_counters::bound_texts[b]}}, "_bucket");
        }
        to.line(seconds_of(ticks), {{"method", name}}, "_sum");
        to.line(below, {{"method", name}}, "_count");
    }
    to.family("callbox_slow_calls_total", "counter",
              "Calls that blocked an event loop for more than a second.");
    for (std::size_t i = 0; i + 1 < methods().size(); ++i)
        if (!methods()[i].blocking)  // those do not run on an event loop
            to.line(sum_of(i, &of_method::slow), {{"method", methods()[i].name}});
}

// Errors that have not occurred are omitted.
void metrics::write_errors(page& to) const {
    to.family("callbox_call_errors_total", "counter",
              "Failed calls by error code; other is any code that the method does not declare.");
    for (std::size_t i = 0; i + 1 < methods().size(); ++i) {
        const std::vector<int>& codes = methods()[i].codes;
        for (std::size_t place = 0; place <= codes.size(); ++place) {
            const auto count =
                sum(calls_, [=](auto& c) -> auto& { return c.of(i).failed[place]; });
            const std::string code =
                place == codes.size() ? "other" : std::to_string(codes[place]);
            if (count != 0) to.line(count, {{"method", methods()[i].name}, {"code", code}});
        }
    }
    to.family("callbox_messages_refused_total", "counter",
              "Messages and batch members rejected before calling a method.");
    to.line(sum(calls_, &call_counters::parse_errors),
            {{"code", std::to_string(rpc::parse_error)}});
    to.line(sum(calls_, &call_counters::invalid_requests),
            {{"code", std::to_string(rpc::invalid_request)}});
    to.line(sum(calls_, &call_counters::unknown_methods),
            {{"code", std::to_string(rpc::method_not_found)}});
    to.family("callbox_mcp_requests_total", "counter",
              "Requests of the Model Context Protocol by method and era.");
    for (std::size_t i = 0; i < mcp::method_names.size(); ++i)
        for (std::size_t era = 0; era < mcp::era_names.size(); ++era) {
            const auto count = sum(tools_, [=](auto& c) -> auto& { return c[i][era]; });
            if (count != 0)
                to.line(count, {{"method", mcp::method_names[i]}, {"era", mcp::era_names[era]}});
        }
    to.family("callbox_notifications_failed_total", "counter",
              "Failed notifications; clients get no response to them.");
    to.line(sum(calls_, &call_counters::notifications_failed));
}

void metrics::write_requests(page& to) const {
    to.family("callbox_http_responses_total", "counter", "HTTP responses by status code.");
    for (std::size_t i = 0; i < statuses.size(); ++i)
        to.line(sum(responses_, [=](auto& r) -> auto& { return r.answers[i]; }),
                {{"code", std::to_string(statuses[i].code)}});
    const auto rejections = [&](std::string_view label, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            to.line(sum(responses_, [=](auto& r) -> auto& { return r.rejections[i]; }),
                    {{label, cause_names[i]}});
    };
    to.family("callbox_denied_total", "counter", "Denied requests and connections.");
    rejections("reason", limit_count, cause_names.size());
    to.family("callbox_limits_reached_total", "counter",
              "Requests and connections that reached a limit, by its option.");
    rejections("limit", 0, limit_count);
}

void metrics::write_process(page& to, std::string_view contract) const {
    to.family("callbox_memory_bytes", "gauge", "Memory that counts against max-memory.");
    to.line(std::uint64_t{memory::taken()});
    to.family("callbox_memory_max_bytes", "gauge", "The limit max-memory.");
    to.line(std::uint64_t{memory::limit()});
    to.family("callbox_workers", "gauge", "Threads that serve connections.");
    to.line(std::uint64_t{workers_.size()});
    if (!threads_.empty()) {
        to.family("callbox_blocking_threads", "gauge", "Threads for blocking methods.");
        to.line(std::uint64_t{threads_.size()});
    }
    to.family("callbox_log_lines_dropped_total", "counter", "Dropped lines of the log.");
    to.line(lines_->dropped());
    to.family("callbox_build_info", "gauge", "Always 1; labeled by version and contract.");
    to.line(std::uint64_t{1}, {{"version", callbox::version}, {"contract", contract}});
    rusage used{};
    (void)::getrusage(RUSAGE_SELF, &used);
    to.family("process_cpu_seconds_total", "counter", "Total user and system CPU time.");
    to.line(seconds(used.ru_utime) + seconds(used.ru_stime));
    to.family("process_start_time_seconds", "gauge", "Start time since the Unix epoch.");
    to.line(static_cast<std::uint64_t>(started_));
}

}  // namespace callbox::site
