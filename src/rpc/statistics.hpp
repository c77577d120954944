// How often, how well and for how long methods were called.
#pragma once

#include "base/tally.hpp"
#include "respond.hpp"

#include <callbox/table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace callbox::rpc {

// One for each dispatcher, which counts; others only read.
class statistics {
public:
    // The upper ends of the classes that times are counted in, in seconds; the last has none.
    static constexpr std::array bounds{0.00001, 0.0001, 0.0005, 0.001, 0.005, 0.01,
                                       0.05,    0.1,    0.5,    1.0,   5.0,   10.0};
    static constexpr std::array<std::string_view, bounds.size() + 1> bound_texts{
        "0.00001", "0.0001", "0.0005", "0.001", "0.005", "0.01", "0.05",
        "0.1",     "0.5",    "1",      "5",     "10",    "+Inf"};
    static constexpr std::size_t slow_from = 10;  // the first class of slow calls
    static_assert(bounds[slow_from - 1] == 1.0);
    // Codes of the protocol that a call of a method may be answered with.
    static constexpr std::array codes{code::invalid_params, code::internal_error,
                                      code::response_too_large, code::busy, code::timed_out};
    struct of_method {
        std::array<tally, bounds.size() + 1> took;  // calls that were made, by their time
        tally ticks;                                // of all of them
        tally handed_over;                          // calls that are made elsewhere
        tally dropped;                              // of those, these were not begun
        std::array<tally, codes.size()> failed;
        tally failed_otherwise;                     // with a code that it does not declare
        std::uint64_t slow_told = 0;                // when the log was told: for who counts
    };

    // Requires: what `methods` points to outlives it.
    explicit statistics(const table& methods);

    // A call was made, and answered with that code. `method` is a row of the table, or one that the
    // protocol has beside it: at() says where. Whether it is slow: it took more than a second.
    bool called(std::size_t method, std::uint64_t ticks, std::optional<int> code) {
        of_method& of = methods_[method];
        std::size_t at = 0;
        while (at < bounds.size() && ticks > ends_[at]) ++at;
        of.took[at].add();
        of.ticks.add(ticks);
        if (code) [[unlikely]] failed(method, *code);
        return at >= slow_from;
    }
    // A call was answered with that code, whether it was made or not.
    void failed(std::size_t method, int code);
    void handed_over(const row& method) { methods_[at(method)].handed_over.add(); }
    void dropped(const row& method) { methods_[at(method)].dropped.add(); }

    // Rows that are not the table's share the place behind them.
    std::size_t at(const row& method) const {
        const auto offset = reinterpret_cast<std::uintptr_t>(&method) -
                            reinterpret_cast<std::uintptr_t>(table_.rows.data());
        const std::size_t place = offset / sizeof(row);
        return place < table_.rows.size() ? place : table_.rows.size();
    }

    tally parse_errors;      // messages
    tally invalid_requests;  // and requests, of which none knows the method
    tally unknown_methods;   // for their caller
    tally notifications_failed;

    const table& methods() const { return table_; }
    const of_method& of(std::size_t method) const { return methods_[method]; }
    std::uint64_t& slow_told(std::size_t method) { return methods_[method].slow_told; }
    // At the same place as in table::errors.
    const tally& declared(std::size_t error) const { return declared_[error]; }

private:
    table table_;
    std::array<std::uint64_t, bounds.size()> ends_;  // in ticks
    std::unique_ptr<of_method[]> methods_;
    std::unique_ptr<tally[]> declared_;
};

}  // namespace callbox::rpc
