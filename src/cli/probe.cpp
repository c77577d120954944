// Sends a request to a URL over client/dial; returns an exit status and sets the error.
#include "call.hpp"

#include "base/clock.hpp"
#include "client/dial.hpp"
#include "value.hpp"

#include <utility>

namespace callbox::cli {

constexpr time_ms timeout_ms = 2'000;  // for the whole probe

// The default is /livez: an orchestrator restarts a program that fails its health check.
int probe(invocation& s) {
    const std::string_view text = s.given.others[0].text;
    if (text.starts_with("--")) return s.wrong(std::string(probe_usage));
    net::url to;
    if (const std::string problem = net::parse(text, to, "/livez"); !problem.empty())
        return s.wrong(quoted(text) + ": " + problem);
    net::response_parser response;
    net::client server(std::move(to), now_ms() + timeout_ms, "", s.agent());
    if (const std::string problem = server.ask("GET", "", response); !problem.empty())
        return s.wrong(quoted(text) + ": " + problem, 1);
    if (response.status() == 200) return 0;
    return s.wrong(quoted(text) + ": " + net::status_text(response), 1);
}

}  // namespace callbox::cli
