#include "program/command.hpp"
#include "support/command_line.hpp"

#include <callbox/version.hpp>

#include <criterion/criterion.h>

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace command_test { namespace {

using namespace callbox;
using std::string;
using std::string_view;

using support::ran;

const support::command_line running{.methods = program::no_methods, .name = "program",
                                    .run = program::run_command};

Test(program_command, help_lists_every_command_in_80_columns) {
    const ran all = running({"--help"});
    cr_expect(all.status == 0 && all.out.starts_with("usage: program COMMAND "));
    for (const cli::command& each : program::commands())
        cr_expect(all.out.find(' ' + string(each.name)) != string::npos && !each.doc.empty());
    string_view rest = all.out;
    for (; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
        cr_expect(rest.find('\n') <= 80, "%s", all.out.c_str());
    for (const std::vector<string>& words :
         {std::vector<string>{"-h"}, {"--help", "x"}, {"chek", "-h"}, {"--version", "--help"}})
        cr_expect(running(words).out == all.out);
}

Test(program_command, help_of_check_has_its_options_and_an_example) {
    const ran got = running({"check", "a", "--help"});
    cr_expect(got.status == 0);
    cr_expect(got.out.starts_with("usage: program check [OPTION]... OLD NEW\n"));
    cr_expect(got.out.find("\n  --token-file FILE ") != string::npos);
    cr_expect(got.out.find("\nExample:\n  program check old.json ") != string::npos);
    cr_expect(running({"check", "--", "--help"}).status == 2, "a file of that name");
}

Test(program_command, help_is_a_command_too) {
    cr_expect(running({"help"}).out == running({"--help"}).out);
    for (const string name : {"check", "client", "help"}) {
        const ran got = running({"help", name});
        cr_expect(got.status == 0 && got.out == running({name, "--help"}).out);
        cr_expect(got.out.starts_with("usage: program " + name + ' '), "%s", got.out.c_str());
    }
    cr_expect(running({"help", "--version"}).out == running({"--help"}).out);
    running.refuses({"help", "chek"}, "unknown command \"chek\"; did you mean check?");
    running.refuses({"help", "serve\n"}, "unknown command \"serve?\"; see --help");
    running.refuses({"help", "check", "x"}, "unexpected argument \"x\" after the command");
}

Test(program_command, help_of_check_has_its_exit_statuses_and_formats) {
    const string all = running({"check", "--help"}).out;
    for (const string_view wanted : {"Exit status, in all formats: 0 if ", "\n  --format FORMAT "})
        cr_expect(all.find(wanted) != string::npos, "%s", all.c_str());
}

Test(program_command, the_version_is_callboxs) {
    const string wanted = "callbox-openrpc " + string(version) + '\n';
    cr_expect(running({"--version"}).out == wanted);
    cr_expect(running({"-V"}).out == wanted);
}

Test(program_command, wrong_arguments_are_refused) {
    running.refuses({}, "missing command; see --help");
    running.refuses({""}, "unknown command \"\"; see --help");
    running.refuses({"chek", "a"}, "unknown command \"chek\"; did you mean check?");
    running.refuses({"--version=1"}, "unknown command \"--version=1\"; did you mean --version?");
    running.refuses({"serve"}, "unknown command \"serve\"; see --help");
    running.refuses({"--version", "x"}, "unexpected argument \"x\" after \"--version\"");
}

// callbox-openrpc is built next to the program that serves.
Test(program_command, the_program_prints_its_outcome_and_ends_with_its_status) {
    const auto output = [](string_view words, int status) {
        const string line =
            string(std::getenv("TEST_PROGRAM")) + "-openrpc " + string(words) + " 2>&1";
        FILE* const from = ::popen(line.c_str(), "r");
        cr_assert(from != nullptr);
        string all;
        for (int c = 0; (c = std::fgetc(from)) != EOF;) all += static_cast<char>(c);
        cr_expect(WEXITSTATUS(::pclose(from)) == status, "%s: %s", line.c_str(), all.c_str());
        return all;
    };
    cr_expect(output("--version", 0) == running({"--version"}).out);
    cr_expect(output("check - /dev/null < /dev/null", 2) ==
              "callbox-openrpc: standard input: not JSON: line 1, column 1: expected a value\n");
    cr_expect(output("chekc", 2) ==
              "callbox-openrpc: unknown command \"chekc\"; did you mean check?\n");
    cr_expect(output("check 'a\n' b", 2) ==
              "callbox-openrpc: a?: No such file or directory\n");
    cr_expect(output("--help 2>&1 > /dev/full #", 1) ==
              "callbox-openrpc: standard output: No space left on device\n");
}

}}  // namespace command_test
