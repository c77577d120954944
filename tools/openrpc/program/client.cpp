// Reads a document and prints a client for it.
#include "cli/token.hpp"
#include "cli/value.hpp"
#include "command.hpp"
#include "source.hpp"

namespace callbox::program {

int client(invocation& s) {
    cli::given_flags given;
    if (!cli::read_flags("client", document_client_flags, s.words, given, s.error)) return 2;
    const auto& words = given.others;
    if (words.size() < 2)
        return s.wrong("client requires a language and a document: "
                       "client typescript http://127.0.0.1:8080/api");
    if (words.size() > 2)
        return s.wrong("unexpected argument " + cli::quoted(words[2].text) +
                       " after the document");
    cli::client_order what;
    if (!cli::read_order(words[0].text, given, what, s.error)) return 2;
    const std::string_view source = words[1].text;
    std::string token;
    if (is_url(source) && !cli::read_token(given[2], s.environment, token, s.error)) return 2;
    bytes text;
    std::string problem = read_document(source, token, text);
    if (problem.empty())
        problem = cli::write_client(what, {text.data(), text.size()}, s.out.own(), s.errors);
    return problem.empty() ? 0 : s.wrong(name_of(source).append(": ").append(problem));
}

}  // namespace callbox::program
