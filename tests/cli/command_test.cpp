#include "support/command_line.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

namespace command_test { namespace {

using namespace callbox;
using std::string;
using std::string_view;

void nothing() {}
constexpr api methods{method<"nothing", nothing>("")};

using support::ran;

const support::command_line openrpc{.methods = methods, .command = "openrpc"};

Test(cli_command, openrpc_names_a_server_only_if_one_is_given) {
    const ran named = openrpc({"--url=https://example.org/api"});
    cr_expect(named.out.find(R"(},"servers":[{"name":"default","url":"https://example.org/api"}],)"
                             R"("methods":[)") != string::npos, "%s", named.out.c_str());
    cr_expect(openrpc({}).out.find("servers") == string::npos);
}

Test(cli_command, the_title_is_the_programs_name_unless_it_has_another) {
    support::command_line prints = openrpc;
    options& how = prints.defaults;
    const auto is_titled = [&prints](string_view title) {
        return prints({}).out.find("\"info\":{\"title\":\"" + string(title) + "\",") !=
               string::npos;
    };
    cr_expect(is_titled("callbox"));
    how.name = "fleet";
    cr_expect(is_titled("fleet"));
    how.info.title = "Fleet of vans";
    cr_expect(is_titled("Fleet of vans"));
}

Test(cli_command, the_description_of_the_api_is_in_the_document) {
    int ends[2];
    cr_assert(::pipe(ends) == 0);
    cr_assert(::dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO);
    char program[] = "server", command[] = "openrpc";
    char* argv[] = {program, command, nullptr};
    const api_info info{.title = "Fleet of vans", .version = "7", .description = "All vans."};
    cr_expect(run(methods, 2, argv, info) == 0);
    string printed(1 << 16, '\0');
    const ssize_t count = ::read(ends[0], printed.data(), printed.size());
    cr_assert(count > 0);
    printed.resize(static_cast<std::size_t>(count));
    const string_view wanted = R"("info":{"title":"Fleet of vans","version":"7",)"
                               R"("description":"All vans.",)";
    cr_expect(printed.find(wanted) != string::npos, "%s", printed.c_str());
}

Test(cli_command, openrpc_refuses_wrong_words) {
    openrpc.refuses({"--url", "example.org"},
                    "--url: expected the endpoint's URL, such as https://example.org/api, got "
                    "\"example.org\"");
    openrpc.refuses({"--url", "https://example.org/api", "x"},
                    "unexpected argument \"x\" after \"openrpc\"");
    openrpc.refuses({"--ur", "a"}, "unknown option --ur for openrpc; did you mean --url?");
    openrpc.refuses({""}, "unexpected argument \"\" after \"openrpc\"");
    openrpc.refuses({"--", "a"}, "unexpected argument \"a\" after \"openrpc\"");
}

Test(cli_command, an_invalid_version_of_the_program_is_an_error_of_every_command) {
    support::command_line prints = openrpc;
    options& how = prints.defaults;
    for (const string_view right : {"", "1", "1.2.0-rc_3+Build"}) {
        how.version = right;
        cr_expect(prints({}).status == 0, "%s", how.version.c_str());
    }
    for (const string_view wrong : {"1 2", "v1/2", "1\n", "1\"", "\xc3\xa4"}) {
        how.version = wrong;
        const ran got = prints({});
        cr_expect(got.status == 2 && got.out.empty(), "%s", how.version.c_str());
        cr_expect(got.error.starts_with("options::version: expected letters, digits, -, _, . and "
                                        "+, got \""), "%s", got.error.c_str());
    }
    how.version = "1 2";
    cr_expect(prints({}).error.ends_with("got \"1 2\""));
}

}}  // namespace command_test
