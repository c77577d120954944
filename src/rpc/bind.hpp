// Binds the params of a request (JSON-RPC 2.0, 4.2) to the parameters of a method.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

// One node for each parameter of the method; null if it was not given.
using given_nodes = std::array<node*, method_params_max>;

// Finds the argument for each parameter of `r`, by position or by name. `params` is the node of an
// array or an object, or null if there are none. Adds to `bad` the parameters that are missing,
// surplus, duplicate, or keyword-only but given by position. The thunk checks types.
void bind(document& text, node* params, const table& methods, const row& r, given_nodes& given,
          violations& bad);

}  // namespace callbox::rpc
