// The counters of a server: rpc, site and server update them, observe/metrics reads them.
#pragma once

#include "base/ticks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::observe {

// A counter with one writer thread and any number of readers. Uses a load and a store instead of an
// atomic addition, as there is only one writer.
class counter {
public:
    void add(std::uint64_t count = 1) { set(get() + count); }
    void decrement() { set(get() - 1); }
    std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }

    std::atomic<std::uint64_t> value_ = 0;
};

// A method whose calls are counted.
struct counted_method {
    std::string_view name;  // lives as long as the counters
    bool blocking = false;
    std::vector<int> codes = {};  // of its possible errors
};

// The methods of the Model Context Protocol, and its eras: with a handshake and without.
inline constexpr std::array<std::string_view, 6> mcp_method_names{
    "initialize", "ping", "server/discover", "tools/list", "tools/call", "other"};
inline constexpr std::array<std::string_view, 2> mcp_era_names{"legacy", "modern"};

// Calls, errors and durations of each method. Each dispatcher has its own and is its only writer.
class call_counters {
public:
    // The upper bounds of the histogram's buckets, in seconds; the last bucket has none.
    static constexpr std::array bounds{0.00001, 0.0001, 0.0005, 0.001, 0.005, 0.01,
                                       0.05,    0.1,    0.5,    1.0,   5.0,   10.0};
    static constexpr std::array<std::string_view, bounds.size() + 1> bound_texts{
        "0.00001", "0.0001", "0.0005", "0.001", "0.005", "0.01", "0.05",
        "0.1",     "0.5",    "1",      "5",     "10",    "+Inf"};
    static constexpr std::size_t slow_from = 10;  // the first bucket of slow calls
    static_assert(bounds[slow_from - 1] == 1.0);

    struct of_method {
        std::array<counter, bounds.size() + 1> took;  // executed calls, by duration
        counter ticks;                                // total duration
        counter handed_over;                          // calls passed to other threads
        counter dropped;                              // of those, calls never started
        std::unique_ptr<counter[]> failed;  // indexed like the codes; the last is for other codes
        std::uint64_t slow_logged = 0;      // time of the last log line about a slow call
    };

    explicit call_counters(std::vector<counted_method> methods)
        : methods_(std::move(methods)), counts_(new of_method[methods_.size() + 1]) {
        methods_.push_back({.name = "rpc."});
        for (std::size_t i = 0; i < methods_.size(); ++i)
            counts_[i].failed.reset(new counter[methods_[i].codes.size() + 1]);
        for (std::size_t i = 0; i < bounds.size(); ++i)
            ends_[i] = static_cast<std::uint64_t>(bounds[i] * ticks_per_second());
    }

    // Counts an executed call and its error code, if it failed. `method` is the index of a method,
    // or the number of methods for one of the protocol's own.
    void called(std::size_t method, std::uint64_t ticks, std::optional<int> code) {
        of_method& counts = counts_[method];
        std::size_t at = 0;
        while (at < bounds.size() && ticks > ends_[at]) ++at;
        counts.took[at].add();
        counts.ticks.add(ticks);
        if (code) [[unlikely]] failed(method, *code);
    }
    // Counts a call that failed with that code, executed or not.
    void failed(std::size_t method, int code) { counts_[method].failed[place(method, code)].add(); }
    // The number of calls that failed with that code.
    std::uint64_t failures(std::size_t method, int code) const {
        return counts_[method].failed[place(method, code)].get();
    }

    // The methods, and a last entry for all methods of the protocol itself.
    const std::vector<counted_method>& methods() const { return methods_; }
    of_method& of(std::size_t method) { return counts_[method]; }
    const of_method& of(std::size_t method) const { return counts_[method]; }

    counter parse_errors;      // messages that are not JSON
    counter invalid_requests;  // messages that are not requests
    counter unknown_methods;   // names of no method that the caller may see
    counter notifications_failed;
    std::array<std::array<counter, mcp_era_names.size()>, mcp_method_names.size()> mcp_requests;

private:
    std::size_t place(std::size_t method, int code) const {
        const std::vector<int>& codes = methods_[method].codes;
        return static_cast<std::size_t>(std::find(codes.begin(), codes.end(), code) -
                                        codes.begin());
    }

    std::vector<counted_method> methods_;
    std::array<std::uint64_t, bounds.size()> ends_;  // in ticks
    std::unique_ptr<of_method[]> counts_;
};

// Why a request or a connection is rejected: a limit of one client or of all, named by its option,
// or denied access.
enum class cause : std::uint8_t {
    target_bytes, header_bytes, request_bytes, connections, memory,
    header_time, body_time, idle_time, write_time,
    host, origin, token, scope, user,
    other,  // not counted
};
inline constexpr std::array<std::string_view, 14> cause_names{
    "target-bytes-max",  "header-bytes-max", "request-bytes-max", "connections-max", "max-memory",
    "header-timeout-ms", "body-timeout-ms",  "idle-timeout-ms",   "write-timeout-ms",
    "host",              "origin",           "token",             "scope",           "user"};
inline constexpr std::size_t limit_count = 9;  // the first of these are limits

inline constexpr std::array<int, 19> statuses{200, 202, 204, 304, 400, 401, 403, 404, 405, 408,
                                              413, 414, 415, 417, 431, 500, 501, 503, 505};

// Each site has its own and is its only writer.
struct http_counters {
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

// The phases of open connections, indexed like net::phase.
inline constexpr std::array<std::string_view, 6> phase_names{"idle",    "head",      "body",
                                                             "writing", "lingering", "calling"};

// Each loop has its own and is its only writer.
struct loop_counters {
    counter accepted;
    counter dropped;   // of these, closed without a response
    counter received;  // bytes
    counter sent;
    std::array<counter, phase_names.size()> in;  // connections now in each phase
};

// Written by the thread pool under its lock.
struct pool_counters {
    counter waiting;  // calls now waiting for a thread
    counter running;  // calls now running
};

}  // namespace callbox::observe
