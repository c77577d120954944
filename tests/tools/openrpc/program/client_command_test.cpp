// The command `client`, which a program has only if it links it.
#include "support/command_line.hpp"

#include <callbox/callbox.hpp>
#include <callbox/clients.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace client_command_test { namespace {

using namespace callbox;
using std::string;

int twice(int n) { return 2 * n; }
constexpr api methods{method<"twice", twice>("Twice.", "n")};

using support::ran;

options doubles(const client_command* clients) {
    options how;
    how.info = {.title = "Doubles", .version = "1"};
    how.clients = clients;
    return how;
}

const support::command_line running{.methods = methods, .defaults = doubles(&commands::client)};
const support::command_line without{.methods = methods, .defaults = doubles(nullptr)};

Test(cli_client_command, it_prints_a_client_of_the_programs_own_methods) {
    const ran got = running({"client", "c++"});
    cr_expect(got.status == 0, "%s", got.error.c_str());
    cr_expect(got.out.find("namespace doubles {") != string::npos);
    cr_expect(got.out.find("answer<std::int64_t> twice(std::int64_t n)") != string::npos);
    cr_expect(running({"client", "c++", "--name=Two"}).out.find("namespace two {") != string::npos);
}

Test(cli_client_command, it_is_unknown_to_a_program_without_it) {
    const ran got = without({"client", "c++"});
    cr_expect(got.status == 2 && got.out.empty());
    cr_expect(got.error == "unknown command \"client\"; see --help", "%s", got.error.c_str());
    cr_expect(without({"--help"}).out.find("client LANGUAGE") == string::npos);
}

Test(cli_client_command, help_lists_it) {
    const string all = running({"--help"}).out;
    cr_expect(all.find("  client LANGUAGE ") != string::npos);
    cr_expect(all.find("  openrpc ") < all.find("  client ") &&
              all.find("  client ") < all.find("  probe "));
    const string about = running({"help", "client"}).out;
    cr_expect(about.starts_with("usage: server client [OPTION]... LANGUAGE\n"));
    cr_expect(about.find("--int64 AS") != string::npos && about.find("--async ") != string::npos);
}

Test(cli_client_command, wrong_arguments_are_refused) {
    running.refuses({"client"}, "client requires a language: typescript, python or c++");
    running.refuses({"client", "c++", "x"}, "unexpected argument \"x\" after the language");
    running.refuses({"client", "go"},
                    "unknown language \"go\"; expected typescript, python or c++");
    running.refuses({"client", "typescript", "--async"}, "--async is for python only");
    running.refuses({"clien"}, "unknown command \"clien\"; did you mean client?");
}

}}  // namespace client_command_test
