// A URL in; a request over net/dial; an exit status, and what is wrong, out.
#include "probe.hpp"

#include "base/ascii.hpp"
#include "base/clock.hpp"
#include "net/dial.hpp"
#include "value.hpp"

#include <utility>

namespace callbox::cli {

namespace {

constexpr time_ms timeout_ms = 2'000;  // of all

int end(session& s, int status, std::string_view problem);

}  // namespace

// What is not alive is started anew. What is not ready is left alone for a while: hence /livez.
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
