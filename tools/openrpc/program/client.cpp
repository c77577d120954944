// Reads a document and prints a client for it.
#include "cli/call.hpp"
#include "command.hpp"
#include "source.hpp"

namespace callbox::program {

int client(invocation& s) {
    const auto& words = s.given.others;
    cli::client_order what;
    if (!cli::read_order(words[0].text, s.given, what, s.error)) return 2;
    const std::string_view source = words[1].text;
    std::string token;
    if (is_url(source) && !cli::read_token(s.given[3], s.environment, token, s.error)) return 2;
    bytes text;
    std::string problem = read_document(source, token, text);
    if (problem.empty())
        problem = cli::write_client(what, {text.data(), text.size()}, s.out.own(), s.errors);
    return problem.empty() ? 0 : s.wrong(name_of(source).append(": ").append(problem));
}

}  // namespace callbox::program
