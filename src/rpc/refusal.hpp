// Recognizes responses to requests that were not read.
#pragma once

#include <callbox/json.hpp>

namespace callbox::rpc {

// A server that cannot read a request, or refuses it before it reads it, does not know its id: the
// response is an error with id null.
bool is_refusal(value response);

}  // namespace callbox::rpc
