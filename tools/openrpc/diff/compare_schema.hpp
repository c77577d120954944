// Compares two versions of the schema of a parameter or result.
#pragma once

#include "compare.hpp"
#include "contract.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::openrpc {

enum class side { parameter, result };

// The changes found so far. `method` is the method being compared.
struct findings {
    using pair = std::pair<const contract::shape*, const contract::shape*>;

    std::size_t bytes_max;   // of the list
    std::string_view method = {};
    comparison found = {};
    bool docs_differ = false;
    bool too_deep = false;   // some differences were not found
    std::set<pair> equal[2] = {};  // pairs without a difference, for each side

    void add(bool breaks, std::string what);
};

// Null: the parameter does not exist. Requires: not both are null.
void compare_parameter(findings& out, const contract::property* before,
                       const contract::property* after);
void compare_result(findings& out, const contract::schema& before, const contract::schema& after);

}  // namespace callbox::openrpc
