// The command `client`, which a program has only if it links it.
#include "cli/command.hpp"
#include "support/command_line.hpp"

#include <callbox/callbox.hpp>
#include <callbox/clients.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace callbox;
using std::string;

int twice(int n) { return 2 * n; }
constexpr api methods{method<"twice", twice>("Twice.", "n")};

using support::ran;

ran run(std::vector<string> words, bool has_it = true) {
    options defaults;
    defaults.info = {.title = "Doubles", .version = "1"};
    if (has_it) defaults.clients = &commands::client;
    return support::run_words(cli::invocation{.methods = methods, .state = nullptr,
                                           .defaults = defaults, .program = "server",
                                           .words = {}, .environment = nullptr},
                              cli::run_command, std::move(words));
}

void expect_error(const std::vector<string>& words, const string& wanted) {
    support::expect_error(run(words), wanted);
}

}  // namespace

Test(cli_client_command, it_prints_a_client_of_the_programs_own_methods) {
    const ran got = run({"client", "c++"});
    cr_expect(got.status == 0, "%s", got.error.c_str());
    cr_expect(got.out.find("namespace doubles {") != string::npos);
    cr_expect(got.out.find("answer<std::int64_t> twice(std::int64_t n)") != string::npos);
    cr_expect(run({"client", "c++", "--name=Two"}).out.find("namespace two {") != string::npos);
}

Test(cli_client_command, it_is_unknown_to_a_program_without_it) {
    const ran got = run({"client", "c++"}, false);
    cr_expect(got.status == 2 && got.out.empty());
    cr_expect(got.error == "unknown command \"client\"; see --help", "%s", got.error.c_str());
    cr_expect(run({"--help"}, false).out.find("client LANGUAGE") == string::npos);
}

Test(cli_client_command, help_lists_it) {
    const string all = run({"--help"}).out;
    cr_expect(all.find("  client LANGUAGE ") != string::npos);
    cr_expect(all.find("  openrpc ") < all.find("  client ") &&
              all.find("  client ") < all.find("  probe "));
    const string about = run({"help", "client"}).out;
    cr_expect(about.starts_with("usage: server client [OPTION]... LANGUAGE\n"));
    cr_expect(about.find("--int64 AS") != string::npos);
}

Test(cli_client_command, wrong_arguments_are_refused) {
    expect_error({"client"}, "client requires a language: typescript, python or c++");
    expect_error({"client", "c++", "x"}, "unexpected argument \"x\" after the language");
    expect_error({"client", "go"}, "unknown language \"go\"; expected typescript, python or c++");
    expect_error({"clien"}, "unknown command \"clien\"; did you mean client?");
}
