// The commands of callbox-openrpc.
#include "command.hpp"

#include "cli/value.hpp"
#include "rpc/suggestion.hpp"

#include <callbox/version.hpp>

#include <array>

namespace callbox::program {

namespace {

int version(invocation& s) {
    cli::append(s.out.own(), {"callbox-openrpc ", callbox::version, "\n"});
    return 0;
}

int help_command(invocation& s);  // declared here because the list of commands contains it

constexpr std::array all_commands{
    cli::command{
        .name = "check", .takes = "OLD NEW",
        .doc = "list the changes between two OpenRPC documents",
        .more = "Changes that break clients come first. A document is a file, - for standard "
                "input, or a URL: that of the document, such as http://HOST/api/openrpc.json, or "
                "that of an endpoint with rpc.discover, such as http://HOST/api. "
                "unix:/SOCKET:/PATH is a URL too.\n"
                "A change of a type that several methods use is listed once, with these methods in "
                "parentheses. New members of results break no client that ignores unknown "
                "members; it is noted if the old document permits none (additionalProperties: "
                "false), as strict validators then reject them. A document that was read with a "
                "token may lack methods outside the token's scope.\n"
                "Exit status, in all formats: 0 if no change breaks clients; 1 if one does, or if "
                "standard output cannot be written; 2 if the command line is invalid or a document "
                "cannot be read.",
        .example = "check old.json http://127.0.0.1:8080/api", .flags = check_flags,
        .least = 2, .most = 2,
        .missing = "check requires two documents: check old.json http://127.0.0.1:8080/api",
        .last = "the second document", .run = check},
    cli::command{
        .name = "client", .takes = "LANGUAGE DOCUMENT",
        .doc = "print a typed client of a service: typescript, python or c++",
        .more = "The client is a single file. DOCUMENT is a file or URL as for check, of OpenRPC "
                "1.2, 1.3 or 1.4. A type that the language cannot express becomes any JSON, with a "
                "note on standard error.\n"
                "Exit status: 0; 2 if the command line is invalid or the document cannot be read.",
        .example = "client typescript http://127.0.0.1:8080/api > api.ts",
        .flags = document_client_flags, .least = 2, .most = 2,
        .missing = "client requires a language and a document: "
                   "client typescript http://127.0.0.1:8080/api",
        .last = "the document", .run = client},
    cli::command{.name = "help", .takes = "COMMAND", .doc = "show the help of a command",
                 .example = "help check", .most = 1, .last = "the command",
                 .run = help_command},
    cli::command{.name = "--help", .doc = "show this help, or that of a command",
                 .letter = "-h"},
    cli::command{.name = "--version", .doc = "print the version", .letter = "-V",
                 .run = version},
};

int help(invocation& s, const cli::command* one) {
    bytes& out = s.out.own();
    if (one != nullptr && !one->name.starts_with('-')) {
        cli::append_command(out, s.program, *one);
        return 0;
    }
    cli::append(out, {"usage: ", s.program, " COMMAND [OPTION]... [ARGUMENT]...\n\n"});
    cli::append_commands(out, all_commands);
    return 0;
}

int help_command(invocation& s) {
    const auto& words = s.given.others;
    const std::string_view name = words.empty() ? std::string_view{} : words[0].text;
    const cli::command* const about = cli::find_command(all_commands, name);
    if (name.empty() || about != nullptr) return help(s, about);
    rpc::suggestion near(name);
    for (const cli::command& each : all_commands) near.offer(each.name);
    return s.wrong("unknown command " + cli::quoted(name) +
                   cli::suggestion(near.best(), "; see --help"));
}

}  // namespace

std::span<const cli::command> commands() { return all_commands; }

int run_command(invocation& s) { return cli::run_command(s, all_commands, help); }

}  // namespace callbox::program
