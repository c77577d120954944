// `probe`: a health check, for containers without a shell.
#pragma once

#include "command.hpp"

namespace callbox::cli {

inline constexpr std::string_view probe_usage =
    "probe requires a URL: probe http://127.0.0.1:8080";

// Runs `probe URL`; the default path is /livez. Returns 0 if the response to GET is 200; 1 with an
// error for any other response, or none within 2 seconds; 2 with an error if the command line is
// invalid, and nothing was sent.
int probe(invocation& s);

}  // namespace callbox::cli
