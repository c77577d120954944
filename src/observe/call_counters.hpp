// How often, how well and for how long methods were called.
#pragma once

#include "counter.hpp"
#include "rpc/respond.hpp"

#include <callbox/table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace callbox::rpc {

// One for each dispatcher, which alone writes it; others only read.
class statistics {
public:
    // The upper bounds of the histogram's buckets, in seconds; the last bucket has none.
    static constexpr std::array bounds{0.00001, 0.0001, 0.0005, 0.001, 0.005, 0.01,
                                       0.05,    0.1,    0.5,    1.0,   5.0,   10.0};
    static constexpr std::array<std::string_view, bounds.size() + 1> bound_texts{
        "0.00001", "0.0001", "0.0005", "0.001", "0.005", "0.01", "0.05",
        "0.1",     "0.5",    "1",      "5",     "10",    "+Inf"};
    static constexpr std::size_t slow_from = 10;  // the first bucket of slow calls
    static_assert(bounds[slow_from - 1] == 1.0);
    // The protocol's codes that a call of a method may be answered with.
    static constexpr std::array codes{code::invalid_params, code::internal_error,
                                      code::response_too_large, code::busy, code::timed_out};
    struct of_method {
        std::array<tally, bounds.size() + 1> took;  // calls that were made, by duration
        tally ticks;                                // that all of them took
        tally handed_over;                          // calls that are made elsewhere
        tally dropped;                              // of those, calls never begun
        std::array<tally, codes.size()> failed;
        tally failed_otherwise;                     // with a code that it does not declare
        std::uint64_t slow_told = 0;                // when the log was last told; for the writer
    };

    // Requires: what `methods` points to outlives it.
    explicit statistics(const table& methods);

    // Counts a call that was made and answered with that code. `method` is what at() says of a row
    // of the table or of the protocol's own. Returns whether it was slow: more than a second.
    bool called(std::size_t method, std::uint64_t ticks, std::optional<int> code) {
        of_method& of = methods_[method];
        std::size_t at = 0;
        while (at < bounds.size() && ticks > ends_[at]) ++at;
        of.took[at].add();
        of.ticks.add(ticks);
        if (code) [[unlikely]] failed(method, *code);
        return at >= slow_from;
    }
    // Counts a call that was answered with that code, whether it was made or not.
    void failed(std::size_t method, int code);
    void handed_over(const row& method) { methods_[at(method)].handed_over.add(); }
    void dropped(const row& method) { methods_[at(method)].dropped.add(); }

    // The index of a row. Rows that are not the table's share the one behind the last.
    std::size_t at(const row& method) const {
        const auto offset = reinterpret_cast<std::uintptr_t>(&method) -
                            reinterpret_cast<std::uintptr_t>(table_.rows.data());
        const std::size_t place = offset / sizeof(row);
        return place < table_.rows.size() ? place : table_.rows.size();
    }

    tally parse_errors;      // messages that are not JSON
    tally invalid_requests;  // and what is no request; neither has a method
    tally unknown_methods;   // names that are no method that the caller sees
    tally notifications_failed;

    const table& methods() const { return table_; }
    const of_method& of(std::size_t method) const { return methods_[method]; }
    std::uint64_t& slow_told(std::size_t method) { return methods_[method].slow_told; }
    // Indexed like table::errors.
    const tally& declared(std::size_t error) const { return declared_[error]; }

private:
    table table_;
    std::array<std::uint64_t, bounds.size()> ends_;  // in ticks
    std::unique_ptr<of_method[]> methods_;
    std::unique_ptr<tally[]> declared_;
};

}  // namespace callbox::rpc
