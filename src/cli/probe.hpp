// `probe`: whether a server is well, for places without a shell to ask it from.
#pragma once

#include "command.hpp"

namespace callbox::cli {

// Does what the words say: URL, whose path is /livez unless it names one. Returns 0 when GET is
// answered with 200; 1 with a error when it is answered otherwise, or not within 2 seconds; 2
// with a error, and nothing sent, when the words are wrong.
int probe(invocation& s);

}  // namespace callbox::cli
