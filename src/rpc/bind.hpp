// Params of a request (JSON-RPC 2.0, 4.2) onto the parameters of a method.
#pragma once

#include <callbox/table.hpp>

#include <array>
#include <cstdint>

namespace callbox::rpc {

// The node of each parameter, 0 where none was given.
using given_nodes = std::array<std::uint32_t, method_params_max>;

// Finds what was given for each parameter of `of`, by position or by name. `params` is the node of
// an array or an object, or 0 where there are none. What is missing, surplus, given twice or by
// position though keyword-only is noted in `bad`; types are the thunk's to judge.
given_nodes bind(document& text, std::uint32_t params, const table& methods, const row& of,
                 faults& bad);

}  // namespace callbox::rpc
