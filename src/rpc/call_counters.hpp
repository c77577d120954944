// Calls, errors and durations of each method.
#pragma once

#include "base/ticks.hpp"
#include "observe/counter.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::rpc {

using observe::counter;

// A method whose calls are counted.
struct counted_method {
    std::string_view name;  // lives as long as the counters
    bool blocking = false;
    std::vector<int> codes = {};  // of its possible errors
};

// Each dispatcher has its own and is its only writer.
class call_counters {
public:
    // The upper bounds of the histogram's buckets, in seconds; the last bucket has none.
    static constexpr std::array bounds{0.00001, 0.0001, 0.0005, 0.001, 0.005, 0.01,
                                       0.05,    0.1,    0.5,    1.0,   5.0,   10.0};
    static constexpr std::array<std::string_view, bounds.size() + 1> bound_texts{
        "0.00001", "0.0001", "0.0005", "0.001", "0.005", "0.01", "0.05",
        "0.1",     "0.5",    "1",      "5",     "10",    "+Inf"};

    struct of_method {
        std::array<counter, bounds.size() + 1> took;  // executed calls, by duration
        counter ticks;                                // total duration
        counter handed_over;                          // calls passed to other threads
        counter dropped;                              // of those, calls never started
        std::unique_ptr<counter[]> failed;  // indexed like the codes; the last is for other codes
        counter slow;                       // calls that blocked an event loop for a second
        std::uint64_t slow_logged = 0;      // time of the last log line about one
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

}  // namespace callbox::rpc
