// Runs the command line of callbox-openrpc.
#include "command.hpp"

#include "cli/value.hpp"
#include "rpc/suggestion.hpp"

#include <callbox/version.hpp>

#include <algorithm>
#include <array>

namespace callbox::program {

namespace {

constexpr std::array docs{
    cli::command_doc{
        .name = "check", .takes = "OLD NEW",
        .doc = "list the changes between two OpenRPC documents",
        .more = "Changes that break clients come first. A document is a file, - for standard "
                "input, or a URL: that of the document, such as http://HOST/api/openrpc.json, or "
                "that of an endpoint with rpc.discover, such as http://HOST/api. "
                "unix:/SOCKET:/PATH is a URL too.\n"
                "Exit status: 0 if no change breaks clients; 1 if one does; 2 if the command line "
                "is invalid or a document cannot be read.",
        .example = "check old.json http://127.0.0.1:8080/api", .flags = check_flags},
    cli::command_doc{
        .name = "client", .takes = "LANGUAGE DOCUMENT",
        .doc = "print a typed client of a service: typescript, python or c++",
        .more = "The client is a single file. DOCUMENT is a file or URL as for check, of OpenRPC "
                "1.2, 1.3 or 1.4. A type that the language cannot express becomes any JSON, with a "
                "note on standard error.\n"
                "Exit status: 0; 2 if the command line is invalid or the document cannot be read.",
        .example = "client typescript http://127.0.0.1:8080/api > api.ts",
        .flags = document_client_flags},
    cli::command_doc{.name = "--help", .doc = "show this help, or that of a command",
                     .letter = "-h"},
    cli::command_doc{.name = "--version", .doc = "print the version", .letter = "-V"},
};

constexpr std::size_t help_place = 2, version_place = 3;

bool is(const cli::command_doc& c, std::string_view word) {
    return c.name == word || (!word.empty() && c.letter == word);
}

int help(invocation& s, std::string_view about) {
    for (const cli::command_doc& each : docs)
        if (each.name == about && !about.starts_with('-')) {
            cli::append_command(s.out.own(), s.program, each);
            return 0;
        }
    cli::append(s.out.own(), {"usage: ", s.program, " COMMAND [OPTION]... [ARGUMENT]...\n\n"});
    cli::append_commands(s.out.own(), docs);
    return 0;
}

}  // namespace

std::span<const cli::command_doc> command_docs() { return docs; }

int run_command(invocation& s) {
    const auto is_end = [](std::string_view word) { return word == "--"; };
    const auto is_help = [](std::string_view word) { return is(docs[help_place], word); };
    const std::string_view name = s.words.empty() ? std::string_view{} : s.words[0];
    const auto end = std::find_if(s.words.begin(), s.words.end(), is_end);
    if (std::any_of(s.words.begin(), end, is_help)) return help(s, name);
    if (s.words.empty()) return s.wrong("missing command; see --help");
    s.words = s.words.subspan(1);
    if (name == "check") return check(s);
    if (name == "client") return client(s);
    if (!is(docs[version_place], name)) {
        rpc::suggestion near(name);
        for (const cli::command_doc& each : docs) near.offer(each.name);
        return s.wrong("unknown command " + cli::quoted(name) +
                       cli::suggestion(near.best(), "; see --help"));
    }
    if (!s.words.empty())
        return s.wrong("unexpected argument " + cli::quoted(s.words[0]) + " after " +
                       cli::quoted(name));
    cli::append(s.out.own(), {"callbox-openrpc ", callbox::version, "\n"});
    return 0;
}

}  // namespace callbox::program
