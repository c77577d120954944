// callbox::commands::client: the command `client` of a program, and the clients that its explorer
// offers. Linked only into programs that use it.
#include "clients.hpp"

#include "cli/command.hpp"
#include "cli/usage.hpp"
#include "cli/value.hpp"
#include "openrpc/document.hpp"

#include <callbox/clients.hpp>

#include <new>

namespace callbox {

namespace {

constexpr cli::command_doc doc{
    .name = "client", .takes = "LANGUAGE",
    .doc = "print a typed client of the methods: typescript, python or c++",
    .more = "The client is a single file. A type that the language cannot express becomes any "
            "JSON, with a note on standard error.",
    .example = "client typescript > api.ts", .flags = cli::client_flags};

int run(cli::invocation& s) {
    cli::given_flags given;
    if (!cli::read_flags("client", cli::client_flags, s.words, given, s.error)) return 2;
    if (given.others.empty())
        return s.wrong("client requires a language: " + std::string(cli::client_languages));
    if (given.others.size() > 1)
        return s.wrong("unexpected argument " + cli::quoted(given.others[1].text) +
                       " after the language");
    cli::client_order what;
    if (!cli::read_order(given.others[0].text, given, what, s.error)) return 2;
    bytes document;
    const api_info info = detail::info_of(s.defaults);
    openrpc::append_document(document, openrpc::describe(s.methods, info), {});
    if (document.overflowed()) throw std::bad_alloc();
    const std::string problem =
        cli::write_client(what, {document.data(), document.size()}, s.out.own(), s.errors);
    return problem.empty() ? 0 : s.wrong(problem, 1);
}

void write(std::string_view language, std::span<char> document, bytes& out) {
    cli::client_order what;
    std::string error;
    cli::output notes;
    if (cli::read_order(language, {}, what, error))
        (void)cli::write_client(what, document, out, notes);
}

}  // namespace

const client_command commands::client{doc, run, write};

}  // namespace callbox
