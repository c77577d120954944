// What somebody may have meant: flags and variables that are none.
#include "cli/options.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

using namespace callbox::cli;
using std::string;

namespace {

using words = std::vector<string>;

string mistake_of(const words& flags, const words& environment = {}) {
    std::vector<const char*> argv, envp;
    for (const string& each : flags) argv.push_back(each.c_str());
    for (const string& each : environment) envp.push_back(each.c_str());
    envp.push_back(nullptr);
    string error;
    return read_options(argv, envp.data(), error) ? "taken" : error;
}

void expect_mistake(const words& flags, const string& wanted) {
    cr_expect(mistake_of(flags) == wanted, "%s", mistake_of(flags).c_str());
}

}  // namespace

Test(cli_options_mistaken, no_before_a_flag_with_a_value_is_no_unknown_option) {
    expect_mistake({"--no-sandbox=1"}, "--no-sandbox takes no value; got \"1\"");
    expect_mistake({"--no-upgrade=false"}, "--no-upgrade takes no value; got \"false\"");
}

Test(cli_options_mistaken, a_port_alone_is_refused_and_the_address_is_named) {
    for (const char* flag : {"--listen", "--admin-listen"})
        cr_expect(mistake_of({flag, "8080"}).ends_with(
            "; got \"8080\"; did you mean :8080 or 127.0.0.1:8080?"));
    cr_expect(mistake_of({}, {"CALLBOX_LISTEN=80"}).ends_with(
        "; got \"80\"; did you mean :80 or 127.0.0.1:80?"));
    cr_expect(mistake_of({"--listen", "80800"}).ends_with("; got \"80800\""));
}

Test(cli_options_mistaken, port_is_another_word_for_listen) {
    for (const char* flag : {"--port", "-p", "--host", "--bind", "--port=8080"})
        cr_expect(mistake_of({flag, "8080"}).ends_with("; did you mean --listen?"), "%s", flag);
}

Test(cli_options_mistaken, a_variable_of_no_option_is_told_in_a_line) {
    const auto told = [](const words& environment) {
        std::vector<const char*> envp;
        for (const string& each : environment) envp.push_back(each.c_str());
        envp.push_back(nullptr);
        return unknown_variables(envp.data());
    };
    cr_expect((told({"CALLBOX_LISTN=:1", "CALLBOX_PORT=80", "CALLBOX_LISTEN_=x", "CALLBOX_zz=1"}) ==
               words{"\"CALLBOX_LISTN\" is no option's variable; did you mean CALLBOX_LISTEN?",
                     "\"CALLBOX_PORT\" is no option's variable; did you mean CALLBOX_LISTEN?",
                     "\"CALLBOX_LISTEN_\" is no option's variable; did you mean CALLBOX_LISTEN?",
                     "\"CALLBOX_zz\" is no option's variable"}));
    words right{"CALLBOX_TOKEN=secret-secret-secret", "CALLBOX_LISTN=", "PATH=/bin", "",
                "CALLBOX_HANDED_OVER=1:3",
                "CALLBOX_PORT=tcp://10.0.0.1:80", "CALLBOX_PORT_80_TCP=tcp://10.0.0.1:80",
                "CALLBOX_PORT_80_TCP_ADDR=10.0.0.1", "CALLBOX_SERVICE_HOST=10.0.0.1",
                "CALLBOX_SERVICE_PORT=80", "CALLBOX_SERVICE_PORT_HTTP=80",
                "CALLBOX_ADMIN_SERVICE_HOST=10.0.0.2", "CALLBOX_ADMIN_PORT=tcp://10.0.0.2:90"};
    for (const option& o : all_options) right.push_back(variable_of(o) + "=x");
    for (const string& each : told(right)) cr_expect(false, "%s", each.c_str());
    cr_expect(unknown_variables(nullptr).empty());
}
