// callbox/table.hpp - the table of methods as everything behind the language of registration sees
// it: plain rows, no templates. Made by the compiler from an api (method.hpp).
#pragma once

#include <callbox/codec.hpp>
#include <callbox/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace callbox {

// A default value: what stands in for an absent parameter.
struct literal {
    kind is = kind::null;
    bool truth = false;
    bool negative = false;        // of an integer
    std::uint64_t magnitude = 0;  // of an integer, without its sign
    double number = 0;
    std::string_view string = {};
};

struct param {
    std::string_view name = {};
    std::string_view doc = {};
    const type* is = nullptr;
    bool required = true;
    bool by_name_only = false;
    std::optional<literal> fallback = {};
};

// One call on its way through a thunk.
struct call {
    void* state;
    document* text;
    const std::uint32_t* given;  // the node of each parameter, 0 where it is absent
    const param* params;
    faults* bad;
    writer* out;                 // where the result is written
    std::optional<error>* failure;
};

enum class outcome : std::uint8_t {
    answered,  // the result is written
    refused,   // the arguments are wrong: there are faults
    failed,    // the method says so: there is an error
    broken,    // the method broke its promise, by an exception for one (a thunk does not say this)
};

// The template part of a method: reads the arguments, calls, writes the result.
using thunk = outcome (*)(call&);

struct row {
    std::string_view name = {};
    std::string_view doc = {};
    std::size_t params_begin = 0;
    std::size_t params_count = 0;
    std::size_t by_position_count = 0;  // those before by_name_only
    const type* returns = nullptr;      // null: nothing
    thunk run = nullptr;
};

template <class State, std::size_t Rows, std::size_t Params> class api;

// A view of an api, which outlives it. Not a template: what is behind it is ordinary code.
struct table {
    std::span<const row> rows;      // sorted by name
    std::span<const param> params;  // of all rows

    template <class S, std::size_t R, std::size_t P>
    constexpr table(const api<S, R, P>& of) : rows(of.rows()), params(of.params()) {}

    // The row of that name, or null.
    constexpr const row* find(std::string_view name) const {
        const auto before = [](const row& r, std::string_view n) { return r.name < n; };
        const auto at = std::lower_bound(rows.begin(), rows.end(), name, before);
        return at != rows.end() && at->name == name ? &*at : nullptr;
    }
    constexpr std::span<const param> params_of(const row& r) const {
        return params.subspan(r.params_begin, r.params_count);
    }
};

}  // namespace callbox
