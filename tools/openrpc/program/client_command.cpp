// callbox::commands::client: the command `client` of a program, and the clients that its explorer
// offers. Linked only into programs that use it.
#include "clients.hpp"

#include "cli/command.hpp"
#include "openrpc/document.hpp"

#include <callbox/clients.hpp>

#include <new>

namespace callbox {

namespace {

int run(cli::invocation& s) {
    cli::client_order what;
    if (!cli::read_order(s.given.others[0].text, s.given, what, s.error)) return 2;
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

constexpr cli::command command{
    .name = "client", .takes = "LANGUAGE",
    .doc = "print a typed client of the methods: typescript, python or c++",
    .more = "The client is a single file. A type that the language cannot express becomes any "
            "JSON, with a note on standard error.",
    .example = "client typescript > api.ts", .flags = cli::client_flags,
    .least = 1, .most = 1,
    .missing = "client requires a language: typescript, python or c++", .last = "the language",
    .run = run};

}  // namespace

const client_command commands::client{command, write};

}  // namespace callbox
