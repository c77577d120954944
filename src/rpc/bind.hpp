// Params of a request (JSON-RPC 2.0, 4.2) onto the parameters of a method.
#pragma once

#include <callbox/table.hpp>

#include <array>
#include <cstdint>

namespace callbox::rpc {

// Of each parameter, as many as the method has; null where none was given.
using given_nodes = std::array<node*, method_params_max>;

// Finds what was given for each parameter of `of`, by position or by name. `params` is the node of
// an array or an object, or null where there are none. What is missing, surplus, given twice or by
// position though keyword-only is noted in `bad`; types are the thunk's to judge.
void bind(document& text, node* params, const table& methods, const row& of, given_nodes& given,
          faults& bad);

}  // namespace callbox::rpc
