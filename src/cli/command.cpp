// Does what the words of a command line say: makes text for standard output, or one line about what
// is wrong with them. `serve` goes on to server/serve.
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
    std::size_t words_max;  // that may follow it
    int (*run)(invocation&);
};

constexpr std::array openrpc_flags{
    flag{"--url", "URL", "the endpoint's URL, such as https://example.org/api",
         "have that as the document's server, as the document that is served has its own"},
};

constexpr std::array list_flags{
    flag{"--tools", "", "no value", "what an AI client sees of each: tools and their schemas"},
};

constexpr std::string_view sample_url = "http://127.0.0.1:8080/api";

// Logs them in the format of the log that follows.
void tell_unknown_variables(const invocation& s, const options& how) {
    const observe::log_style style(how);
    observe::logger log(style, how.limits.log_rate_max);
    for (const std::string& line : unknown_variables(s.environment, how.name, s.own_rows()))
        log.warn(line);
}

// Reads the options and makes the state. Returns the exit status if it can't serve, else 0.
int prepare(invocation& s, const options& defaults, std::optional<options>& how) {
    how = read_options(s.words, s.environment, s.error, defaults, s.own);
    if (!how) return 2;
    tell_unknown_variables(s, *how);
    const std::string why = s.own == nullptr ? "" : s.own->make(s.state);
    return why.empty() ? 0 : s.wrong("cannot start: " + why, 1);
}

int serve(invocation& s) {
    options defaults = s.defaults;
    s.error = system::take_descriptors(s.environment, defaults.listen);
    if (!s.error.empty()) return 2;
    std::optional<options> how;
    const int status = prepare(s, defaults, how);
    return status != 0 ? status : detail::serve(s.methods, s.state, *how, true);
}

int mcp(invocation& s) {
    if (const std::string why = net::unusable_stream(); !why.empty())
        return s.wrong("cannot start: " + why, 1);
    std::optional<options> how;
    const int status = prepare(s, s.defaults, how);
    return status != 0 ? status : net::serve_stdio(s.methods, s.state, *how);
}

int list(invocation& s) {
    given_flags given;
    if (!read_flags("list", list_flags, s.words, given, s.error)) return 2;
    if (!given.others.empty())
        return s.wrong("unexpected word " + quoted(given.others[0].text) + " behind \"list\"");
    if (given.has(0)) append_tools(s.out.own(), s.methods);
    else append_list(s.out.own(), s.methods);
    return 0;
}

// Looks into the list of commands, which has help() in it.
std::optional<command> find_command(std::string_view name, const options& program);

std::vector<command_doc> docs_of(const options& program);

// Tells about all commands, unless `one` is a command, not a flag.
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
    return s.wrong("there is no method " + quoted(name) +
                   suggestion(near.best(), "; list tells what there is"));
}

openrpc::description description_of(const invocation& s) {
    return openrpc::describe(s.methods, detail::info_of(s.defaults));
}

int openrpc(invocation& s) {
    given_flags given;
    if (!read_flags("openrpc", openrpc_flags, s.words, given, s.error)) return 2;
    if (!given.others.empty())
        return s.wrong("unexpected word " + quoted(given.others[0].text) + " behind \"openrpc\"");
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
             .more = "A line on standard error says when it is ready, and where.",
             .example = "serve --listen :8080 --workers auto"},
            SIZE_MAX, serve},
    command{{.name = "mcp",
             .doc = "serve the methods as tools for an AI client, over standard input and output",
             .more = "It takes the options of serve; those of listeners, callers and limits of "
                     "connections mean nothing here: who starts it may call all methods.",
             .example = "mcp"},
            SIZE_MAX, mcp},
    command{{.name = "list", .doc = "a line for each method",
             .more = "It has the method's parameters, its result, and what it does.",
             .example = "list", .flags = list_flags},
            SIZE_MAX, list},
    command{{.name = "help", .takes = "METHOD",
             .doc = "what a method takes, and a line that calls it; what a command takes",
             .example = "help call"},
            1, help},
    command{{.name = "call", .takes = "URL METHOD [WORD]...",
             .doc = "call a method of any server",
             .more = "WORDs are parameters by name, a=1 b=x, or by position, 1 x; what they are, "
                     "the server's document says. Behind -- all are words.\n"
                     "Exit status: 0 with the result on standard output; 1 with the error on "
                     "standard error; 2 when the words are wrong, and nothing was sent.",
             .example = "call http://127.0.0.1:8080/api rpc.discover", .flags = call_flags},
            SIZE_MAX, call},
    command{{.name = "openrpc", .doc = "the OpenRPC document of the methods",
             .more = "`callbox-openrpc check` tells what has changed since an older one.",
             .example = "openrpc > openrpc.json", .flags = openrpc_flags},
            SIZE_MAX, openrpc},
    command{{.name = "probe", .takes = "URL", .doc = "exit status 0 when the server is alive",
             .more = "Alive is who answers GET of URL, its path /livez by default, with 200 within "
                     "2s; /readyz asks whether it takes calls. Else the exit status is 1.",
             .example = "probe http://127.0.0.1:8080/readyz"},
            1, probe},
    command{{.name = "--help", .doc = "this text; behind a command: about that",
             .letter = "-h"},
            0, help},
    command{{.name = "--version", .doc = "the version, and the hash of the document",
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

// Behind `openrpc`, where it belongs.
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
        return s.wrong("options::name begins with a letter and has letters, digits, -, _ and .; "
                       "got " + quoted(program.name));
    if (const auto* twin = detail::twin_in(s.own_rows(), &setting_row::name); twin != nullptr)
        return s.wrong("two options of this program have the name " + quoted(twin->name));
    if (!is_program_version(program.version))
        return s.wrong("options::version has letters, digits, -, _, . and +; got " +
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
        return s.wrong(std::string(name) + " takes no value; got " + quoted(value));
    if (!found || name != s.words[0]) {
        rpc::suggestion near(s.words[0]);
        for (const command_doc& c : docs_of(program)) near.offer(c.name);
        return s.wrong("there is no command " + quoted(s.words[0]) +
                       suggestion(near.best(), "; --help lists them"));
    }
    s.words = s.words.subspan(1);
    if (s.words.size() > found->words_max)
        return s.wrong("unexpected word " + quoted(s.words[found->words_max]) + " behind " +
                       quoted(name));
    return found->run(s);
}

}  // namespace callbox::cli
