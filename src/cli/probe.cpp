// Sends a request to a URL over net/dial; gives an exit status, and what is wrong.
#include "probe.hpp"

#include "base/ascii.hpp"
#include "base/clock.hpp"
#include "net/dial.hpp"
#include "value.hpp"

#include <utility>

namespace callbox::cli {

namespace {

constexpr time_ms timeout_ms = 2'000;  // for the whole probe

int end(session& s, int status, std::string_view problem);

}  // namespace

// Whoever probes restarts what is not alive, but waits for what is not ready: hence /livez.
int probe(session& s) {
    if (s.words.empty() || std::string_view(s.words[0]).starts_with("--"))
        return end(s, 2, "probe wants a URL and nothing else: probe http://127.0.0.1:8080");
    const std::string_view text = s.words[0];
    net::url to;
    if (const std::string problem = net::parse(text, to, "/livez"); !problem.empty())
        return end(s, 2, quoted(text) + ": " + problem);
    http::answer came;
    net::client server(std::move(to), now_ms() + timeout_ms);
    if (const std::string problem = server.ask("GET", "", came); !problem.empty())
        return end(s, 1, quoted(text) + ": " + problem);
    if (came.status() == 200) return 0;
    const std::string line = std::to_string(came.status()) + ' ' + std::string(came.phrase());
    return end(s, 1, quoted(text) + ": the server answered " + std::string(ascii::trimmed(line)));
}

namespace {

int end(session& s, int status, std::string_view problem) {
    s.mistake = problem;
    return status;
}

}  // namespace

}  // namespace callbox::cli
