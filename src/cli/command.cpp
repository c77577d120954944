// Runs a command line: makes text for standard output, or a one-line error. `serve` continues in
// server/serve.
#include "command.hpp"

#include "base/ascii.hpp"
#include "call.hpp"
#include "observe/logger.hpp"
#include "openrpc/document.hpp"
#include "options.hpp"
#include "probe.hpp"
#include "rpc/suggestion.hpp"
#include "server/lines.hpp"
#include "server/stdio.hpp"
#include "system/systemd.hpp"
#include "text.hpp"
#include "tools.hpp"
#include "value.hpp"

#include <callbox/clients.hpp>
#include <callbox/serve.hpp>
#include <callbox/version.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace callbox::cli {

namespace {

struct command {
    command_doc doc;
    std::size_t words_max;  // after the command
    int (*run)(invocation&);
};

constexpr std::array openrpc_flags{
    flag{"--url", "URL", "the endpoint's URL, such as https://example.org/api",
         "add this server to the document, as in the document that the server returns"},
};

constexpr std::array list_flags{
    flag{"--tools", "", "no value", "list the tools and their schemas as AI clients see them"},
};

constexpr std::string_view sample_url = "http://127.0.0.1:8080/api";

// Logs unknown variables in the format of the server's log.
void log_unknown_variables(const invocation& s, const options& made) {
    const observe::log_style style(made);
    observe::logger log(style, made.limits.log_rate_max);
    for (const std::string& line : unknown_variables(s.environment, made.name, s.own_rows()))
        log.warn(line);
}

// Reads the options and makes the state. Returns the exit status if it cannot serve, else 0.
int prepare(invocation& s, const options& defaults, std::optional<options>& made) {
    made = read_options(s.words, s.environment, s.error, defaults, s.own);
    if (!made) return 2;
    log_unknown_variables(s, *made);
    const std::string why = s.own == nullptr ? "" : s.own->make(s.state);
    return why.empty() ? 0 : s.wrong("cannot start: " + why, 1);
}

int serve(invocation& s) {
    options defaults = s.defaults;
    s.error = system::take_descriptors(s.environment, defaults.listen);
    if (!s.error.empty()) return 2;
    std::optional<options> made;
    const int status = prepare(s, defaults, made);
    return status != 0 ? status : detail::serve(s.methods, s.state, *made, true);
}

int mcp(invocation& s) {
    if (const std::string why = net::unusable_stream(); !why.empty())
        return s.wrong("cannot start: " + why, 1);
    std::optional<options> made;
    const int status = prepare(s, s.defaults, made);
    return status != 0 ? status : net::serve_stdio(s.methods, s.state, *made);
}

int list(invocation& s) {
    given_flags given;
    if (!read_flags("list", list_flags, s.words, given, s.error)) return 2;
    if (!given.others.empty())
        return s.wrong("unexpected argument " + quoted(given.others[0].text) + " after \"list\"");
    if (given.has(0)) append_tools(s.out.own(), s.methods);
    else append_list(s.out.own(), s.methods);
    return 0;
}

// Declared here because the list of commands contains help().
std::optional<command> find_command(std::string_view name, const options& program);

std::vector<command_doc> docs_of(const options& program);

// Prints the help of `one`; that of all commands if there is none, or it is a flag.
int help_about(invocation& s, const std::optional<command>& one) {
    if (!one || one->doc.name.starts_with('-'))
        append_usage(s.out.own(), s.program, docs_of(s.defaults), s.defaults, s.own);
    else append_command_usage(s.out.own(), s.program, one->doc, s.defaults, one->run == serve,
                              s.own);
    if (one && one->run == mcp)
        append_client_configuration(s.out.own(),
                                    s.defaults.name.empty() ? s.program : s.defaults.name,
                                    own_path(s.program), std::string(sample_url) + "/mcp");
    return 0;
}

int help(invocation& s) {
    const std::string_view name = s.words.empty() ? std::string_view{} : s.words[0];
    if (const row* found = s.methods.find(name); found != nullptr) {
        append_method(s.out.own(), s.methods, *found, sample_url);
        return 0;
    }
    const std::optional<command> about = find_command(name, s.defaults);
    if (name.empty() || about) return help_about(s, about);
    rpc::suggestion near(name);
    for (const row& r : s.methods.rows) near.offer(r.name);
    return s.wrong("unknown method " + quoted(name) +
                   suggestion(near.best(), "; run `list` to see them"));
}

openrpc::description description_of(const invocation& s) {
    return openrpc::describe(s.methods, detail::info_of(s.defaults));
}

int openrpc(invocation& s) {
    given_flags given;
    if (!read_flags("openrpc", openrpc_flags, s.words, given, s.error)) return 2;
    if (!given.others.empty())
        return s.wrong("unexpected argument " + quoted(given.others[0].text) +
                       " after \"openrpc\"");
    if (given.has(0) && !is_url(given[0])) {
        complain(openrpc_flags[0], given[0], s.error);
        return 2;
    }
    openrpc::append_document(s.out.own(), description_of(s), given[0]);
    s.out.own().append('\n');
    return 0;
}

int version(invocation& s) {
    const options& program = s.defaults;
    if (!program.name.empty())
        append(s.out.own(),
               {program.name, program.version.empty() ? "" : " ", program.version, ", "});
    append(s.out.own(), {"callbox ", callbox::version, ", contract ",
                   description_of(s).contract, "\n"});
    return 0;
}

constexpr std::array commands{
    command{{.name = "serve", .doc = "serve the methods over HTTP (the default)",
             .more = "A line on standard error reports when it is ready, with its addresses.",
             .example = "serve --listen :8080 --workers auto"},
            SIZE_MAX, serve},
    command{{.name = "mcp",
             .doc = "serve the methods as tools for an AI client, over standard input and output",
             .more = "It accepts the options of serve; those for listeners, callers and connection "
                     "limits have no effect: the user who starts it may call all methods.",
             .example = "mcp"},
            SIZE_MAX, mcp},
    command{{.name = "list", .doc = "list the methods",
             .more = "Each line has a method's parameters, result and summary.",
             .example = "list", .flags = list_flags},
            SIZE_MAX, list},
    command{{.name = "help", .takes = "METHOD",
             .doc = "show the help of a method, with a shell command that calls it, or the help of "
                    "a command",
             .example = "help call"},
            1, help},
    command{{.name = "call", .takes = "URL METHOD [ARGUMENT]...",
             .doc = "call a method of any server",
             .more = "ARGUMENTs are parameters by name, a=1 b=x, or by position, 1 x; their types "
                     "come from the server's document. All arguments after -- are positional.\n"
                     "Exit status: 0 with the result on standard output; 1 with the error on "
                     "standard error; 2 if the command line is invalid and nothing was sent.",
             .example = "call http://127.0.0.1:8080/api rpc.discover", .flags = call_flags},
            SIZE_MAX, call},
    command{{.name = "openrpc", .doc = "print the OpenRPC document of the methods",
             .more = "`callbox-openrpc check` lists the changes since an older document.",
             .example = "openrpc > openrpc.json", .flags = openrpc_flags},
            SIZE_MAX, openrpc},
    command{{.name = "probe", .takes = "URL", .doc = "exit with status 0 if the server is alive",
             .more = "It sends GET to URL; the default path is /livez. The exit status is 0 if the "
                     "response is 200 and arrives within 2s, else 1. The path /readyz checks "
                     "whether the server accepts calls.",
             .example = "probe http://127.0.0.1:8080/readyz"},
            1, probe},
    command{{.name = "--help", .doc = "show this help, or that of a command",
             .letter = "-h"},
            0, help},
    command{{.name = "--version", .doc = "print the version and the hash of the document",
             .letter = "-V"},
            0, version},
};

constexpr auto docs = [] {
    std::array<command_doc, commands.size()> made;
    std::transform(commands.begin(), commands.end(), made.begin(),
                   [](const command& c) { return c.doc; });
    return made;
}();

std::optional<command> find_command(std::string_view name, const options& program) {
    const auto at = std::find_if(commands.begin(), commands.end(), [name](const command& c) {
        return c.doc.name == name || (!name.empty() && c.doc.letter == name);
    });
    if (at != commands.end()) return *at;
    if (program.clients == nullptr || name != program.clients->doc.name) return std::nullopt;
    return command{program.clients->doc, SIZE_MAX, program.clients->run};
}

// The clients command comes after `openrpc`.
std::vector<command_doc> docs_of(const options& program) {
    std::vector<command_doc> all(docs.begin(), docs.end());
    const auto at = std::ranges::find(all, "openrpc", &command_doc::name);
    if (program.clients != nullptr) all.insert(at + 1, program.clients->doc);
    return all;
}

}  // namespace

std::span<const command_doc> command_docs() { return docs; }

int run_command(invocation& s) {
    const options& program = s.defaults;
    if (!program.name.empty() && !is_program_name(program.name))
        return s.wrong("options::name: expected letters, digits, -, _ and ., starting with a "
                       "letter, got " + quoted(program.name));
    if (const auto* twin = detail::twin_in(s.own_rows(), &setting_row::name); twin != nullptr)
        return s.wrong("option " + quoted(twin->name) + " of this program is defined twice");
    if (!is_program_version(program.version))
        return s.wrong("options::version: expected letters, digits, -, _, . and +, got " +
                       quoted(program.version));
    const auto is_end = [](std::string_view word) { return word == "--"; };
    const auto is_help = [](std::string_view word) { return word == "--help" || word == "-h"; };
    const auto end = std::find_if(s.words.begin(), s.words.end(), is_end);
    std::string_view value = s.words.empty() ? std::string_view{} : s.words[0];
    const std::string_view name = ascii::take_until(value, '=');
    const std::optional<command> found = find_command(name, s.defaults);
    if (std::any_of(s.words.begin(), end, is_help)) return help_about(s, found);
    if (!found && (s.words.empty() || name.starts_with('-'))) return serve(s);
    if (found && name != s.words[0] && name.starts_with('-'))
        return s.wrong(std::string(name) + " accepts no argument, got " + quoted(value));
    if (!found || name != s.words[0]) {
        rpc::suggestion near(s.words[0]);
        for (const command_doc& c : docs_of(program)) near.offer(c.name);
        return s.wrong("unknown command " + quoted(s.words[0]) +
                       suggestion(near.best(), "; see --help"));
    }
    s.words = s.words.subspan(1);
    if (s.words.size() > found->words_max)
        return s.wrong("unexpected argument " + quoted(s.words[found->words_max]) + " after " +
                       quoted(name));
    return found->run(s);
}

}  // namespace callbox::cli
