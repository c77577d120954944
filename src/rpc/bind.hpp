// Binds the params of a request (JSON-RPC 2.0, 4.2) to the parameters of a method.
#pragma once

#include <callbox/table.hpp>

#include <array>

namespace callbox::rpc {

// One node for each parameter of the method; null where none was given.
using given_nodes = std::array<node*, method_params_max>;

// Finds what was given for each parameter of `r`, by position or by name. `params` is the node of
// an array or an object, or null where there are none. Notes in `bad` what is missing, surplus,
// given twice, or given by position though keyword-only. The thunk checks types.
void bind(document& text, node* params, const table& methods, const row& r, given_nodes& given,
          violations& bad);

}  // namespace callbox::rpc
