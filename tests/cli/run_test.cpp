#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"
#include "rpc/sample.hpp"
#include "support/command_line.hpp"
#include "support/everything.hpp"

#include <callbox/callbox.hpp>
#include <callbox/clients.hpp>

#include <criterion/criterion.h>
#include <criterion/redirect.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace run_test { namespace {

namespace cli_run_test {

enum class tone { plain, cheerful };
constexpr auto describe(callbox::as<tone>) {
    using callbox::choice;
    return callbox::choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "it's fine"}};
}

}  // namespace cli_run_test

using namespace callbox;
using cli_run_test::tone;
using std::string;
using std::string_view;

std::int64_t add(std::int64_t a, std::int64_t b) { return a + b; }
void nothing() {}
std::string hello(string_view name, tone, std::optional<bool>) { return string(name); }
double many(std::vector<std::uint8_t>, double, json) { return 0; }

constexpr api methods{
    method<"math.add", add>("The sum of two integers.", "a", arg("b") = 1),
    method<"math.mul", add>("The product of two integers.", by_name_only, "a", "b"),
    method<"nothing", nothing>(""),
    method<"hello", hello>("Greets.\nIn a tone.", arg("name", "the name to greet"), by_name_only,
                           arg("tone", "how to say it, and this is so long a text about it that it "
                                       "needs more than one line") = tone::cheerful,
                           "loud"),
    method<"many", many>("Many.", "bytes", arg("by", "it's \xc3\xa4"), "any"),
};

using support::expect_text, support::ran;

// Requires: the command is not `serve`.
ran running(const std::vector<string>& words, const table& all = methods, void* state = nullptr) {
    return support::command_line{.methods = all, .state = state}(words, {"CALLBOX_MOUNT=wrong"});
}

void expect_error(const std::vector<string>& words, const string& wanted) {
    support::expect_error(running(words), wanted);
}

string shell_word(string_view text) {
    bytes out;
    callbox::rpc::append_quoted(out, text);
    return string(out.view());
}

// The output of sh for `line`.
string output_of_sh(const string& line) {
    string output;
    FILE* sh = ::popen(line.c_str(), "r");
    cr_assert(sh != nullptr);
    for (int c = 0; (c = std::fgetc(sh)) != EOF;) output += static_cast<char>(c);
    cr_expect(::pclose(sh) == 0, "%s", line.c_str());
    return output;
}

// Runs detail::run() with standard output closed (-1) or replaced. Returns the exit status.
int run_into(int standard_output, std::vector<string> words, const options& defaults = {}) {
    words.insert(words.begin(), "/usr/bin/server");
    std::vector<char*> argv;
    for (string& each : words) argv.push_back(each.data());
    const int count = static_cast<int>(argv.size());
    argv.push_back(nullptr);
    if (standard_output == -1) ::close(STDOUT_FILENO);
    else ::dup2(standard_output, STDOUT_FILENO);
    return callbox::run(methods, count, argv.data(), defaults);
}

Test(cli_run, help_has_the_programs_own_defaults) {
    options own;
    own.sandbox = sandbox_mode::where_possible;
    own.enable_web_browsable_api = true;
    own.mount = "/own";
    bytes out;
    cli::append_options(out, own, nullptr);
    for (const char* text : {"(default where-possible)", "(default /own)", "(default true)"})
        cr_expect(out.view().find(text) != string_view::npos, "%s", text);
}

Test(cli_run, list_aligns_the_summaries) {
    expect_text(running({"list"}),
                R"(hello(name: string, *, tone: one of "plain", "it's fine" = "it's fine", )"
                R"(loud: boolean or null) -> string   Greets.
many(bytes: array of integer, by: number, any: any JSON) -> number   Many.
math.add(a: integer, b: integer = 1) -> integer   The sum of two integers.
math.mul(*, a: integer, b: integer) -> integer    The product of two integers.
nothing() -> null
)");
}

Test(cli_run, help_of_a_method_is_complete) {
    expect_text(running({"help", "hello"}),
                R"(hello(name: string, *, tone: one of "plain", "it's fine" = "it's fine", )"
                R"(loud: boolean or null) -> string

Greets.
In a tone.

Parameters:
  name   string; required
         the name to greet
  tone   one of "plain", "it's fine"; default "it's fine"; by name only
         how to say it, and this is so long a text about it that it needs more
         than one line
  loud   boolean or null; optional; by name only

Returns: string

To call it from a shell:
curl -H 'Content-Type: application/json' http://127.0.0.1:8080/api -d '{"jsonrpc":"2.0","id":1,)"
                R"("method":"hello","params":{"name":"text"}}'
)");
}

Test(cli_run, help_has_structs_bounds_errors_and_examples) {
    everything::counter state;
    const ran longest = running({"help", "geo.longest"}, everything::table(), &state);
    for (const char* part :
         {"The route with most points.\n\nOf several that are alike\nthe first.\n",
          "  routes   array of route of 1 to 10 elements; required\n",
          "\nReturns: route\n", "\nMembers of route:\n",
          "  name    string of 1 to 20 characters; required\n          how people call it\n",
          "  note    string or null; optional\n", "  lanes   integer from 1 to 8; default 2\n",
          "\nMembers of point:\n  x   number from -1000 to 1000; required\n      to the east\n",
          "\nExamples:\n  [[{\"name\":\"a\",\"path\":[{\"x\":0,\"y\":0}],\"in\":\"ft\",",
          "\"lanes\":3}]]  ->  {\"name\":"})
        cr_expect(longest.out.find(part) != string::npos, "%s in %s", part, longest.out.c_str());
    const ran divide = running({"help", "math.div"}, everything::table(), &state);
    for (const char* part : {"\nReturns: number\n  dividend / divisor\n",
                             "\nErrors:\n  1   division by zero\n  -5   another\n",
                             "\"params\":[1,4]}'\n"})
        cr_expect(divide.out.find(part) != string::npos, "%s in %s", part, divide.out.c_str());
    const ran old = running({"help", "old.one"}, everything::table(), &state);
    cr_expect(old.out.find("\n\nDeprecated.\n\nTimes out after 1500 ms (error -32003)."
                           "\n\nAnswers 1.\n") != string::npos);
}

Test(cli_run, help_has_the_alternatives_of_a_union) {
    everything::counter state;
    const std::string pay = running({"help", "union.pay"}, everything::table(), &state).out;
    const auto at = pay.find("\nAlternatives of payment (discriminator \"kind\"): transfer, "
                             "card, cash\n\n"
                             "Members of transfer:\n  kind   \"transfer\"; required\n");
    cr_expect(at != std::string::npos, "%s", pay.c_str());
}

Test(cli_run, help_marks_blocking_methods) {
    constexpr api slow{callbox::thread_safe, method<"wait", nothing>("Waits.", callbox::blocking)};
    const ran got = running({"help", "wait"}, slow);
    cr_expect(got.out.starts_with("wait() -> null\n\nMay take a long time.\n\nWaits.\n"), "%s",
              got.out.c_str());
}

Test(cli_run, openrpc_prints_the_document_and_version_its_contract) {
    const ran document = running({"openrpc"});
    cr_expect(document.status == 0);
    cr_expect(document.out.starts_with(R"({"openrpc":"1.2.6",)") && document.out.ends_with("}\n"));
    const auto at = document.out.find("\"x-contract\":\"") + 14;
    cr_expect(running({"--version"}).out.find(document.out.substr(at, 32)) != string::npos);
}

Test(cli_run, help_of_a_method_without_anything) {
    expect_text(running({"help", "nothing"}), R"(nothing() -> null

Returns: null

To call it from a shell:
curl -H 'Content-Type: application/json' http://127.0.0.1:8080/api -d '{"jsonrpc":"2.0","id":1,)"
                R"("method":"nothing"}'
)");
}

Test(cli_run, help_gives_a_value_for_every_type) {
    const ran got = running({"help", "many"});
    cr_expect(got.out.find("array of integer from 0 to 255; required") != string::npos);
    cr_expect(got.out.find(R"("params":{"bytes":[],"by":1,"any":null})") != string::npos, "%s",
              got.out.c_str());
}

Test(cli_run, the_line_for_sh_can_be_copied) {
    for (const row& r : methods.rows()) {
        const table all = methods;
        bytes line;
        callbox::rpc::append_curl(line, all, r, "http://127.0.0.1:8080/api");
        // curl is replaced by printf, which prints the arguments that sh passes to it.
        const string said = output_of_sh("curl() { printf '%s|' \"$@\"; }; " + string(line.view()));
        const string before = "-H|Content-Type: application/json|http://127.0.0.1:8080/api|-d|";
        cr_assert(said.starts_with(before), "%s", said.c_str());
        const string sent = said.substr(before.size(), said.size() - before.size() - 1);
        const string answered = callbox::answer(methods, sent);
        cr_expect(answered.find("\"result\":") != string::npos, "%s: %s", said.c_str(),
                  answered.c_str());
    }
}

Test(cli_run, quoted_text_is_literal_to_sh) {
    cr_expect(shell_word("") == "''");
    cr_expect(shell_word("it's") == R"('it'\''s')");
    for (const string text : {"'", "''", "$HOME `id` \\ \" !", "a\nb\tc", "*?[", "-n", "'\\''"})
        cr_expect(output_of_sh("printf %s " + shell_word(text)) == text, "%s", text.c_str());
}

Test(cli_run, help_names_every_option_and_command_in_80_columns) {
    const ran got = running({"--help"});
    cr_expect(got.status == 0);
    cr_expect(got.out.starts_with("usage: server "));
    for (const auto& o : cli::all_options)
        cr_expect(got.out.find("\n  " + cli::flag_of(o) +
                               (o.is_flag() ? "" : " " + string(o.takes) + " ")) != string::npos,
                  "%s", o.name.data());
    for (const char* title : {"Commands:", "Serving:", "Access:", "Limits:", "Timeouts:",
                              "  serve", "  list", "  help METHOD", "  -h, --help",
                              "  -V, --version",
                              "127.0.0.1:8080)", "(default 1M)", "(default 30s)"})
        cr_expect(got.out.find(title) != string::npos, "%s", title);
    for (const cli::command& each : cli::commands())
        cr_expect(got.out.find(' ' + string(each.name)) != string::npos && !each.doc.empty());
    string_view rest = got.out;
    while (!rest.empty()) {
        const string_view line = rest.substr(0, rest.find('\n'));
        cr_expect(line.size() <= 80, "%.*s", static_cast<int>(line.size()), line.data());
        cr_expect(not line.ends_with(' '), "%.*s", static_cast<int>(line.size()), line.data());
        rest.remove_prefix(line.size() + 1);
    }
}

Test(cli_run, help_describes_signals) {
    const ran got = running({"--help"});
    for (const char* name : {"SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2", "Exit status: 0"})
        cr_expect(got.out.find(name) != string::npos, "%s", name);
}

Test(cli_run, help_is_accepted_after_anything) {
    const string wanted = running({"--help"}).out;
    for (const std::vector<string>& words : std::vector<std::vector<string>>{
             {"help"}, {"--mount", "--help"}, {"--lisen", "--help"}, {"-h"},
             {"--mount", "/x", "-h"},
             {"--help", "x"}, {"--version", "-h"}})
        expect_text(running(words), wanted);
}

Test(cli_run, help_of_a_command_is_about_that_command_and_has_an_example) {
    for (const cli::command& each : cli::commands()) {
        const string name(each.name);
        if (name.starts_with('-')) continue;
        const ran got = running({name, "--help"});
        expect_text(running({name, "-h"}), got.out);
        expect_text(running({"help", name}), got.out);
        cr_expect(got.out.starts_with("usage: server " + name), "%s", got.out.c_str());
        cr_expect(got.out.find("\nExample:\n  server " + string(each.example) + '\n') !=
                  string::npos, "%s", got.out.c_str());
        for (const cli::flag& flag : each.flags)
            cr_expect(got.out.find("\n  " + string(flag.name)) != string::npos);
        const bool has_options = got.out.find("--request-bytes-max") != string::npos;
        cr_expect(has_options == (name == "serve"), "%s", name.c_str());
    }
}

Test(cli_run, one_letter_is_enough_for_help_and_version) {
    expect_text(running({"-V"}), running({"--version"}).out);
    expect_text(running({"-h"}), running({"--help"}).out);
}

Test(cli_run, version_and_help_accept_no_argument) {
    expect_error({"--version=1"}, "--version accepts no argument, got \"1\"");
    expect_error({"--help=all"}, "--help accepts no argument, got \"all\"");
    expect_error({"list=1"}, "unknown command \"list=1\"; did you mean list?");
}

Test(cli_run, version_is_one_line) {
    const ran got = running({"--version"});
    cr_expect(got.status == 0);
    cr_expect(got.out.starts_with("callbox "));
    cr_expect(got.out.find('\n') == got.out.size() - 1);
}

Test(cli_run, an_unknown_command_is_refused_and_the_nearest_is_named) {
    expect_error({"lst"}, "unknown command \"lst\"; did you mean list?");
    expect_error({"sevre", "--mount"}, "unknown command \"sevre\"; did you mean serve?");
    expect_error({"math.add"}, "unknown command \"math.add\"; see --help");
    expect_error({""}, "unknown command \"\"; see --help");
    expect_error({"LISTING!"}, "unknown command \"LISTING!\"; see --help");
}

Test(cli_run, an_unknown_method_is_refused_and_the_nearest_is_named) {
    expect_error({"help", "math.ad"}, "unknown method \"math.ad\"; did you mean math.add?");
    expect_error({"help", "hallo"}, "unknown method \"hallo\"; did you mean hello?");
    expect_error({"help", "zzz"}, "unknown method \"zzz\"; run `list` to see them");
}

Test(cli_run, an_extra_argument_is_refused) {
    expect_error({"list", "all"}, "unexpected argument \"all\" after \"list\"");
    expect_error({"help", "hello", "many"}, "unexpected argument \"many\" after \"help\"");
    expect_error({"--version", "x"}, "unexpected argument \"x\" after \"--version\"");
}

Test(cli_run, serve_is_the_default_command) {
    const string wrong = "CALLBOX_MOUNT: expected a path of one or more segments, such as /api or "
                         "/v1/rpc, got \"wrong\"";
    expect_error({}, wrong);
    expect_error({"serve"}, wrong);
    expect_error({"--listen", "fd:3"}, wrong);
    expect_error({"serve", "--listen", "fd:3"}, wrong);
}

Test(cli_run, standard_output_that_cannot_be_written_is_a_failure, .init = cr_redirect_stderr) {
    const int full = ::open("/dev/full", O_WRONLY);
    cr_expect(run_into(full, {"list"}) == 1);
    cr_expect(run_into(full, {"--help"}) == 1);
    cr_expect(run_into(-1, {"list"}) == 1);
}

Test(cli_run, output_is_printed_completely) {
    int ends[2];
    cr_assert(::pipe(ends) == 0);
    cr_expect(run_into(ends[1], {"--help"}) == 0);
    string printed(1 << 16, '\0');
    const ssize_t count = ::read(ends[0], printed.data(), printed.size());
    cr_assert(count > 0);
    printed.resize(static_cast<std::size_t>(count));
    cr_expect(printed == running({"--help"}).out, "%s", printed.c_str());
}

Test(cli_run, an_error_is_one_line_on_standard_error, .init = cr_redirect_stderr) {
    const int null = ::open("/dev/null", O_WRONLY);
    cr_expect(run_into(null, {"--mount", "a\nb"}) == 2);
    cr_expect_stderr_eq_str("callbox: --mount: expected a path of one or more segments, such as "
                            "/api or /v1/rpc, got \"a?b\"\n");
}

Test(cli_run, an_uncaught_exception_is_logged_with_the_name_of_its_type) {
    int ends[2];
    cr_assert(::pipe(ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        (void)::dup2(ends[1], STDERR_FILENO);
        (void)std::signal(SIGABRT, SIG_DFL);
        [](auto fail) noexcept { fail(); }([] { throw std::bad_alloc(); });
    }
    ::close(ends[1]);
    char text[200];
    const ssize_t count = ::read(ends[0], text, sizeof text);
    ::close(ends[0]);
    int status = 0;
    (void)::waitpid(child, &status, 0);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    cr_assert_eq(string(text, count > 0 ? static_cast<std::size_t>(count) : 0),
                 "callbox: terminate called: uncaught exception of type St9bad_alloc: "
                 "std::bad_alloc\n");
}

Test(cli_run, running_out_of_memory_is_one_line_and_status_2, .init = cr_redirect_stderr) {
    const auto run_out = [](cli::invocation&) -> int { throw std::bad_alloc(); };
    const cli::command command{.name = "client", .run = run_out};
    const client_command mine{command, nullptr};
    options how;
    how.clients = &mine;
    cr_expect(run_into(STDOUT_FILENO, {"client"}, how) == 2);
    cr_expect_stderr_eq_str("callbox: out of memory\n");
}

}}  // namespace run_test
