// "allOf": the values that several schemas accept.
#pragma once

#include "contract.hpp"

namespace callbox::openrpc::contract {

// Replaces the parts of each schema by shapes. `any` and `nothing` are the schemas of every value
// and of none. False: there are too many combinations, and the schemas are of no use.
[[nodiscard]] bool intersect(terms& all, const schema* any, const schema* nothing);

}  // namespace callbox::openrpc::contract
