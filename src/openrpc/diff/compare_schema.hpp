// Compares two schemas: what a parameter takes, or a result gives, before and after.
#pragma once

#include "compare.hpp"
#include "contract.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc {

// What was found so far. `method` is the one that is being compared.
struct findings {
    std::string_view method = {};
    std::vector<change> all = {};
    bool docs_differ = false;
    bool too_deep = false;  // then some differences were not found

    void tell(bool breaks, std::string what);
};

// Null: the parameter is not there. Requires: one of the two is.
void compare_parameter(findings& out, const contract::property* before,
                       const contract::property* after);
void compare_result(findings& out, const contract::schema& before, const contract::schema& after);

}  // namespace callbox::openrpc
