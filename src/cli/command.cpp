// The commands of programs that serve: each makes text for standard output, or a one-line error.
// `serve` continues in server/serve.
#include "command.hpp"

#include "call.hpp"
#include "options.hpp"
#include "server/stdio.hpp"
#include "system/file.hpp"
#include "text.hpp"

#include <callbox/clients.hpp>
#include <callbox/run.hpp>
#include <callbox/serve.hpp>
#include <callbox/version.hpp>

namespace callbox::cli {

namespace {

constexpr std::array openrpc_flags{
    flag{"--url", "URL", "the endpoint's URL, such as https://example.org/api",
         "add this server to the document, as in the document that the server returns"},
};

constexpr std::array list_flags{
    flag{"--tools", "", "no value", "list the tools and their schemas as AI clients see them"},
};

constexpr std::size_t any = SIZE_MAX;
constexpr std::string_view sample_url = "http://127.0.0.1:8080/api";

// Reads the options and makes the state. Returns the exit status if it cannot serve, else 0. Logs
// unknown variables in the format of the server's log.
int prepare(invocation& s, const options& defaults, std::optional<options>& made) {
    made = read_options(s.words, s.environment, s.error, defaults, s.own);
    if (!made) return 2;
    const observe::log_style style(*made);
    observe::logger log(style, made->limits.log_rate_max);
    for (const std::string& line : unknown_variables(s.environment, made->name, s.own_rows()))
        log.warn(line);
    const std::string why = s.own == nullptr ? "" : s.own->make(s.state);
    return why.empty() ? 0 : s.wrong("cannot start: " + why, 1);
}

int serve(invocation& s) {
    options defaults = s.defaults;
    s.error = system::take_descriptors(s.environment, defaults.listen);
    if (!s.error.empty()) return 2;
    std::optional<options> made;
    const int status = prepare(s, defaults, made);
    return status != 0 ? status : detail::serve(bound_table(s.methods, s.state), *made, true);
}

int mcp(invocation& s) {
    if (const std::string why = net::unusable_stream(); !why.empty())
        return s.wrong("cannot start: " + why, 1);
    std::optional<options> made;
    const int status = prepare(s, s.defaults, made);
    return status != 0 ? status : net::serve_stdio(s.methods, s.state, *made);
}

int list(invocation& s) {
    bytes& out = s.out.own();
    if (!s.given.has(0)) return append_list(out, s.methods), 0;
    const std::string problem = mcp::error_in_tools(s.methods);
    if (!problem.empty()) return s.wrong(problem, 1);
    for (const row& r : s.methods.rows) {  // each a line of JSON, as in tools/list
        if (r.tool.hidden || r.deprecated) continue;
        writer to(out);
        mcp::write_tool(to, s.methods, r);
        out.append('\n');
    }
    return 0;
}

// Declared here because the list of commands contains help().
std::vector<command> commands_of(const options& program);

int help_about(invocation& s, const command* one) {
    bytes& out = s.out.own();
    if (one == nullptr || one->name.starts_with('-')) {
        append(out, {"usage: ", s.program, " [COMMAND] [OPTION]...\n\n"});
        append_commands(out, commands_of(s.defaults));
        append_options(out, s.defaults, s.own);
        return 0;
    }
    append_command(out, s.program, *one, one->run == serve);
    if (one->run == serve) append_options(out, s.defaults, s.own);
    const std::string path = system::own_path();
    if (one->run == mcp)
        append_client_configuration(out, s.defaults.name.empty() ? s.program : s.defaults.name,
                                    path.empty() ? s.program : path,
                                    std::string(sample_url) + "/mcp");
    return 0;
}

int help(invocation& s) {
    const auto& words = s.given.others;
    const std::string_view name = words.empty() ? std::string_view{} : words[0].text;
    if (const row* found = s.methods.find(name); found != nullptr) {
        append_method(s.out.own(), s.methods, *found, sample_url);
        return 0;
    }
    const std::vector<command> all = commands_of(s.defaults);
    const command* const about = find_command(all, name);
    if (name.empty() || about != nullptr) return help_about(s, about);
    rpc::suggestion near(name);
    for (const row& r : s.methods.rows)
        if (!r.unlisted) near.offer(r.name);
    return s.wrong("unknown method " + quoted(name) +
                   suggestion(near.best(), "; run `list` to see them"));
}

openrpc::description description_of(const invocation& s) {
    return openrpc::describe(s.methods, detail::info_of(s.defaults));
}

int openrpc(invocation& s) {
    const std::string_view url = s.given[0];
    if (s.given.has(0) && !is_url(url)) {
        complain(openrpc_flags[0], url, s.error);
        return 2;
    }
    openrpc::append_document(s.out.own(), description_of(s), url);
    s.out.own().append('\n');
    return 0;
}

int version(invocation& s) {
    const options& program = s.defaults;
    if (!program.name.empty())
        append(s.out.own(),
               {program.name, program.version.empty() ? "" : " ", program.version, ", "});
    append(s.out.own(), {"callbox ", callbox::version, ", contract ", description_of(s).contract,
                         "\n"});
    return 0;
}

constexpr std::array all_commands{
    command{.name = "serve", .doc = "serve the methods over HTTP (the default)",
            .more = "A line on standard error reports when it is ready, with its addresses.",
            .example = "serve --listen :8080 --workers auto", .most = any, .run = serve},
    command{.name = "mcp",
            .doc = "serve the methods as tools for an AI client, over standard input and output",
            .more = "It accepts the options of serve; those for listeners, callers and connection "
                    "limits have no effect: the user who starts it may call all methods. At the "
                    "end of the input, pending calls have --drain-timeout-ms to complete.",
            .example = "mcp", .most = any, .run = mcp},
    command{.name = "list", .doc = "list the methods",
            .more = "Each line has a method's parameters, result and summary.",
            .example = "list", .flags = list_flags, .run = list},
    command{.name = "help", .takes = "METHOD",
            .doc = "show the help of a method, with a shell command that calls it, or the help of "
                   "a command",
            .example = "help call", .most = 1, .run = help},
    command{.name = "call", .takes = "URL METHOD [ARGUMENT]...",
            .doc = "call a method of any server",
            .more = "ARGUMENTs are parameters by name, a=1 b=x, or by position, 1 x; their types "
                    "come from the server's document. All arguments after -- are positional.\n"
                    "Exit status: 0 with the result on standard output; 1 with the error on "
                    "standard error; 2 if the command line is invalid and nothing was sent.",
            .example = "call http://127.0.0.1:8080/api rpc.discover", .flags = call_flags,
            .least = 2, .most = any,
            .missing = "call requires a URL and a method: call http://127.0.0.1:8080/api METHOD",
            .run = call},
    command{.name = "openrpc", .doc = "print the OpenRPC document of the methods",
            .more = "`callbox-openrpc check` lists the changes since an older document.",
            .example = "openrpc > openrpc.json", .flags = openrpc_flags, .run = openrpc},
    command{.name = "probe", .takes = "URL", .doc = "exit with status 0 if the server is alive",
            .more = "It sends GET to URL; the default path is /livez. The exit status is 0 if the "
                    "response is 200 and arrives within 2s, else 1. The path /readyz checks "
                    "whether the server accepts calls.",
            .example = "probe http://127.0.0.1:8080/readyz",
            .least = 1, .most = 1, .missing = probe_usage, .run = probe},
    command{.name = "--help", .doc = "show this help, or that of a command",
            .letter = "-h", .run = help},
    command{.name = "--version", .doc = "print the version and the hash of the document",
            .letter = "-V", .run = version},
};

// The clients command comes after `openrpc`.
std::vector<command> commands_of(const options& program) {
    std::vector<command> all(all_commands.begin(), all_commands.end());
    const auto at = std::ranges::find(all, "openrpc", &command::name);
    if (program.clients != nullptr) all.insert(at + 1, program.clients->command);
    return all;
}

}  // namespace

std::span<const command> commands() { return all_commands; }

int run_command(invocation& s) {
    constexpr std::string_view marks = "-_.+";
    const options& program = s.defaults;
    const bool is_name = detail::is_name_of(program.name, marks) &&
                         ascii::is_alpha(program.name.front());
    if (!is_name && !program.name.empty())
        return s.wrong("options::name: expected letters, digits, -, _ and ., starting with a "
                       "letter, got " + quoted(program.name));
    if (const auto* twin = detail::twin_in(s.own_rows(), &setting_row::name); twin != nullptr)
        return s.wrong("option " + quoted(twin->name) + " of this program is defined twice");
    if (!detail::is_name_of(program.version, marks) && !program.version.empty())
        return s.wrong("options::version: expected letters, digits, -, _, . and +, got " +
                       quoted(program.version));
    return run_command(s, commands_of(program), help_about, all_commands.data());
}

}  // namespace callbox::cli

namespace callbox {

int run(const bound_table& methods, int argc, char** argv, const api_info& info) {
    options defaults;
    defaults.info = info;
    return run(methods, argc, argv, defaults);
}

int run(const bound_table& methods, int argc, char** argv, const options& defaults) {
    return cli::run_program(cli::run_command, methods, methods.state, argc, argv, &defaults,
                            nullptr);
}

int detail::run_made(const table& methods, state_maker& maker, int argc, char** argv,
                     const options& defaults) {
    cli::settings own(maker);
    return cli::run_program(cli::run_command, methods, nullptr, argc, argv, &defaults, &own);
}

}  // namespace callbox
