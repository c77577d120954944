// Unknown and misused flags and variables, and the suggestions for them.
#include "cli/options.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace options_mistaken_test { namespace {

using namespace callbox::cli;
using std::string;

using words = std::vector<string>;

string error_of(const words& flags, const words& environment = {}) {
    std::vector<const char*> argv, envp;
    for (const string& each : flags) argv.push_back(each.c_str());
    for (const string& each : environment) envp.push_back(each.c_str());
    envp.push_back(nullptr);
    string error;
    return read_options(argv, envp.data(), error) ? "taken" : error;
}

void expect_error(const words& flags, const string& wanted) {
    cr_expect(error_of(flags) == wanted, "%s", error_of(flags).c_str());
}

Test(cli_options_mistaken, no_before_a_flag_accepts_no_argument) {
    expect_error({"--no-sandbox=1"}, "--no-sandbox accepts no argument, got \"1\"");
    expect_error({"--no-upgrade=false"}, "--no-upgrade accepts no argument, got \"false\"");
}

Test(cli_options_mistaken, a_port_alone_is_refused_with_the_address_as_a_suggestion) {
    for (const char* flag : {"--listen", "--admin-listen"})
        cr_expect(error_of({flag, "8080"}).ends_with(
            ", got \"8080\"; did you mean :8080 or 127.0.0.1:8080?"));
    cr_expect(error_of({}, {"CALLBOX_LISTEN=80"}).ends_with(
        ", got \"80\"; did you mean :80 or 127.0.0.1:80?"));
    cr_expect(error_of({"--listen", "80800"}).ends_with(", got \"80800\""));
}

Test(cli_options_mistaken, other_names_for_listen_suggest_it) {
    for (const char* flag : {"--port", "-p", "--host", "--bind", "--port=8080"})
        cr_expect(error_of({flag, "8080"}).ends_with("; did you mean --listen?"), "%s", flag);
}

Test(cli_options_mistaken, each_unknown_variable_is_one_line) {
    const auto unknown = [](const words& environment) {
        std::vector<const char*> envp;
        for (const string& each : environment) envp.push_back(each.c_str());
        envp.push_back(nullptr);
        return unknown_variables(envp.data());
    };
    cr_expect((unknown({"CALLBOX_LISTN=:1", "CALLBOX_PORT=80", "CALLBOX_LISTEN_=x",
                        "CALLBOX_zz=1"}) ==
               words{"unknown environment variable CALLBOX_LISTN; did you mean CALLBOX_LISTEN?",
                     "unknown environment variable CALLBOX_PORT; did you mean CALLBOX_LISTEN?",
                     "unknown environment variable CALLBOX_LISTEN_; did you mean CALLBOX_LISTEN?",
                     "unknown environment variable CALLBOX_zz"}));
    words right{"CALLBOX_TOKEN=secret-secret-secret", "CALLBOX_LISTN=", "PATH=/bin", "",
                "CALLBOX_HANDED_OVER=1:3",
                "CALLBOX_PORT=tcp://10.0.0.1:80", "CALLBOX_PORT_80_TCP=tcp://10.0.0.1:80",
                "CALLBOX_PORT_80_TCP_ADDR=10.0.0.1", "CALLBOX_SERVICE_HOST=10.0.0.1",
                "CALLBOX_SERVICE_PORT=80", "CALLBOX_SERVICE_PORT_HTTP=80",
                "CALLBOX_ADMIN_SERVICE_HOST=10.0.0.2", "CALLBOX_ADMIN_PORT=tcp://10.0.0.2:90"};
    for (const option& o : all_options) right.push_back(variable_name("", o.name) + "=x");
    for (const string& each : unknown(right)) cr_expect(false, "%s", each.c_str());
    cr_expect(unknown_variables(nullptr).empty());
}

}}  // namespace options_mistaken_test
