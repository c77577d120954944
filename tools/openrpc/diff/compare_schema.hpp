// Compares two schemas: what a parameter takes, or a result gives, before and after.
#pragma once

#include "compare.hpp"
#include "contract.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::openrpc {

enum class side { takes, gives };

// What was found so far. `method` is the one that is being compared.
struct findings {
    using pair = std::pair<const contract::shape*, const contract::shape*>;

    std::size_t bytes_max;   // of what is listed
    std::string_view method = {};
    comparison found = {};
    bool docs_differ = false;
    bool too_deep = false;   // then some differences were not found
    std::set<pair> equal[2] = {};  // pairs without a difference, for each side

    void tell(bool breaks, std::string what);
};

// Null: the parameter is not there. Requires: one of the two is.
void compare_parameter(findings& out, const contract::property* before,
                       const contract::property* after);
void compare_result(findings& out, const contract::schema& before, const contract::schema& after);

}  // namespace callbox::openrpc
