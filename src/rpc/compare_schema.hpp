// Two schemas compared: what a parameter takes, or a result gives, before and after.
#pragma once

#include "compare.hpp"
#include "contract.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace callbox::rpc {

// What is found about one method.
struct findings {
    std::string_view method = {};
    std::vector<change> all = {};
    bool docs_differ = false;
    bool too_deep = false;  // then there is more that is not found

    void tell(bool breaks, std::string what);
};

// Null stands for a parameter that is not there; one of the two is.
void compare_parameter(findings& into, const contract::property* before,
                       const contract::property* after);
void compare_result(findings& into, const contract::schema& before, const contract::schema& after);

}  // namespace callbox::rpc
