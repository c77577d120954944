// Compares two versions of the schema of a parameter, a result or a type.
#pragma once

#include "contract.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

enum class side { parameter, result };

// What differs, and where: "no longer accepts null" is the lead, a verb that depends on the side,
// and the rest.
struct difference {
    bool breaks;
    bool has_verb;
    std::string path;       // from the schema: ".items[].kind"; empty: the schema itself
    std::string_view lead;
    std::string rest;
};

// What it takes of `bytes_left`.
std::size_t bytes_of(const difference& d);

// Both schemas refer to a type, at the same path.
struct reached {
    const contract::schema* before;
    const contract::schema* after;
    std::string path;
};

// The differences of two schemas, without those of the types that both refer to.
struct differences {
    std::vector<difference> found = {};
    std::vector<reached> types = {};
    std::size_t breaking_unlisted = 0, others_unlisted = 0;  // for lack of `bytes_left`
    bool docs_differ = false;
    bool too_deep = false;  // some differences were not found
};

// Null: the parameter does not exist. Requires: not both are null.
differences compare_parameter(const contract::property* before, const contract::property* after,
                              std::size_t& bytes_left);
differences compare_result(const contract::schema& before, const contract::schema& after,
                           std::size_t& bytes_left);
differences compare_type(const contract::schema& before, const contract::schema& after, side of,
                         std::size_t& bytes_left);

}  // namespace callbox::openrpc
