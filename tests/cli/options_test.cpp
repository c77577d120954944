#include "cli/options.hpp"

#include <criterion/criterion.h>

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace options_test { namespace {

using callbox::options;
using namespace callbox::cli;
using std::string;
using namespace std::string_literals;

using words = std::vector<string>;

struct outcome {
    std::optional<options> made;
    string error;
    const options* operator->() const { return &*made; }
};

outcome reading(const words& flags, const words& environment = {}) {
    std::vector<const char*> argv, envp;
    for (const string& each : flags) argv.push_back(each.c_str());
    for (const string& each : environment) envp.push_back(each.c_str());
    envp.push_back(nullptr);
    outcome o;
    o.made = read_options(argv, envp.data(), o.error);
    return o;
}

void expect_right(const words& flags, const words& environment = {}) {
    const auto o = reading(flags, environment);
    cr_expect(o.made.has_value(), "%s", o.error.c_str());
    cr_expect(o.error.empty(), "%s", o.error.c_str());
}

// One line that begins with `error`.
void expect_error(const words& flags, const words& environment, const string& error) {
    const auto o = reading(flags, environment);
    cr_expect(not o.made.has_value(), "accepted instead of: %s", error.c_str());
    cr_expect(o.error.starts_with(error), "%s\ninstead of: %s", o.error.c_str(),
              error.c_str());
    cr_expect(o.error.find('\n') == string::npos, "%s", o.error.c_str());
}

// A valid value other than the default, for every option.
string another_value(const option& o) {
    if (o.name == "sandbox") return "on";
    if (o.name == "shapes") return "false";
    if (o.is_flag()) return "true";
    if (o.name.starts_with("sandbox-")) return "/srv/data";
    if (o.name == "user") return "1000:100";
    if (o.name == "listen" || o.name == "admin-listen") return "[::1]:0";
    if (o.name == "mount") return "/v1/rpc";
    if (o.name == "public-url") return "https://example.org/api";
    if (o.name == "http-status") return "mapped";
    if (o.name == "log-level") return "info";
    if (o.name == "log-format") return "json";
    if (o.name == "allow-host") return "example.org";
    if (o.name == "cors-origin") return "https://example.org";
    if (o.name == "caller-header") return "X-User";
    if (o.name == "caller-from") return "10.0.0.7";
    if (o.name == "workers") return "3";
    if (o.name == "max-memory") return "30M";
    if (o.name == "socket-mode") return "0660";
    if (o.name == "socket-owner") return "33:44";
    // Neither bound, which could break a relation between two options.
    return o.in == unit::bytes ? "12k" : o.name == "json-depth-max" ? "77" : "4321";
}

// Any text may be the name of a file.
bool accepts_anything(const option& o) { return o.name == "token-file" || o.name == "log-file"; }
string variable_of(const option& o) { return variable_name("", o.name); }

// Flags that keep the relations between options valid if `o` has its least or greatest value.
words company_of(const option& o, bool large) {
    if (o.name == "header-bytes-max" && !large) return {"--target-bytes-max", "16"};
    if (o.name == "target-bytes-max" && large) return {"--header-bytes-max", "64k"};
    if (o.name == "max-memory" && !large)
        return {"--request-bytes-max", "64", "--response-bytes-max", "256"};
    if (o.name.ends_with("-bytes-max") && large) return {"--max-memory", "2048M"};
    return {};
}

Test(cli_options, an_empty_command_line_leaves_the_defaults) {
    const auto o = reading({});
    cr_assert(o.made.has_value());
    cr_expect(o->listen == words{"127.0.0.1:8080"});
    cr_expect(o->mount == "/api");
    cr_expect(not o->enable_web_browsable_api);
    cr_expect(o->allow_host.empty());
    for (const option& each : all_options)
        cr_expect(value_text(each, *o.made) == value_text(each, options{}));
}

Test(cli_options, every_option_is_taken_from_a_flag_in_both_forms_and_from_its_variable) {
    for (const option& o : all_options) {
        const string value = another_value(o);
        const char* name = o.name.data();
        words apart{o.is_flag() && value == "false" ? "--no-" + string(o.name) : flag_of(o)};
        if (!o.is_flag()) apart.push_back(value);
        const outcome outcomes[] = {reading(apart), reading({flag_of(o) + "=" + value}),
                                    reading({}, {variable_of(o) + "=" + value})};
        for (const outcome& each : outcomes) {
            cr_assert(each.made.has_value(), "%s: %s", name, each.error.c_str());
            const string text = value_text(o, *each.made);
            cr_expect(text != value_text(o, options{}), "%s: %s", name, text.c_str());
            cr_expect(text == value || read_amount(text, o.in) == read_amount(value, o.in),
                      "%s: %s", name, text.c_str());
            for (const option& other : all_options)
                cr_expect(&other == &o || value_text(other, *each.made) ==
                                              value_text(other, options{}),
                          "%s sets %s too", name, other.name.data());
        }
    }
}

Test(cli_options, the_flag_wins_over_the_variable) {
    for (const option& o : all_options) {
        const string ours = another_value(o);
        const string theirs = value_text(o, options{});
        if (theirs.empty()) continue;
        const auto made = reading({flag_of(o) + "=" + ours}, {variable_of(o) + "=" + theirs});
        cr_assert(made.made.has_value(), "%s", made.error.c_str());
        cr_expect(value_text(o, *made.made) != theirs, "%s", o.name.data());
    }
}

Test(cli_options, a_flag_can_switch_off_what_the_variable_switches_on) {
    const words on{"CALLBOX_ENABLE_WEB_BROWSABLE_API=1"};
    cr_expect(reading({}, on)->enable_web_browsable_api);
    cr_expect(not reading({"--enable-web-browsable-api=false"}, on)->enable_web_browsable_api);
    cr_expect(not reading({"--enable-web-browsable-api=0"}, on)->enable_web_browsable_api);
}

Test(cli_options, no_before_the_name_of_a_flag_switches_it_off) {
    const words on{"CALLBOX_ENABLE_WEB_BROWSABLE_API=1", "CALLBOX_SANDBOX=on"};
    const auto o = reading({"--no-sandbox", "--no-enable-web-browsable-api"}, on);
    cr_assert(o.made.has_value(), "%s", o.error.c_str());
    cr_expect(o->sandbox == callbox::sandbox_mode::off);
    cr_expect(not o->enable_web_browsable_api);
    for (const char* wrong : {"--no-mount", "--no-", "--nosandbox"})
        expect_error({wrong}, {}, "unknown option ");
}

Test(cli_options, every_choice_is_accepted) {
    std::size_t count = 0;
    for (const option& o : all_options) {
        count += o.choices.size();
        for (const auto each : o.choices) expect_right({flag_of(o) + "=" + string(each)});
    }
    cr_expect(count == 3 + 3 + 3 + 3 + 2, "%zu", count);
}

Test(cli_options, a_flag_may_have_a_third_choice) {
    using callbox::sandbox_mode, callbox::websocket_mode;
    cr_expect(reading({"--sandbox"})->sandbox == sandbox_mode::on);
    for (const char* on : {"on", "1", "true"})
        cr_expect(reading({}, {"CALLBOX_SANDBOX="s + on})->sandbox == sandbox_mode::on);
    for (const char* off : {"off", "0", "false"})
        cr_expect(reading({"--sandbox="s + off}, {"CALLBOX_SANDBOX=on"})->sandbox ==
                  sandbox_mode::off);
    cr_expect(reading({"--sandbox=where-possible"})->sandbox == sandbox_mode::where_possible);
    expect_error({"--sandbox=yes"}, {},
                 "--sandbox: expected on, off or where-possible, got \"yes\"");
    cr_expect(reading({})->websocket == websocket_mode::automatic);
    cr_expect(reading({"--websocket"})->websocket == websocket_mode::on);
    cr_expect(reading({}, {"CALLBOX_WEBSOCKET=0"})->websocket == websocket_mode::off);
}

Test(cli_options, paths_of_the_sandbox_are_absolute_and_may_be_repeated) {
    const auto o = reading({"--sandbox-read=/a b", "--sandbox-read", "/c", "--sandbox-write=/d"});
    cr_assert(o.made.has_value(), "%s", o.error.c_str());
    cr_expect((o->sandbox_read == words{"/a b", "/c"}) && o->sandbox_write == words{"/d"});
    expect_error({"--sandbox-read=data"}, {},
                 "--sandbox-read: expected the absolute path of a file or folder, got \"data\"");
}

Test(cli_options, a_user_is_one_number_or_two_and_not_root) {
    for (const char* right : {"1", "1000", "1000:0", "65534:65534", "4294967294:1"})
        cr_expect(reading({"--user", right})->user == right);
    for (const char* wrong : {"0", "0:1000", "root", "1000:", ":1000", "1000:users", "4294967295",
                              "1:4294967295", "18446744073709551617", "1:2:3", "-1", " 1", "1 "})
        expect_error({"--user"s + "=" + wrong}, {}, "--user: expected a numeric user id");
}

Test(cli_options, a_programs_own_defaults_apply_unless_overridden) {
    options own;
    own.sandbox = callbox::sandbox_mode::where_possible;
    own.listen = {"[::1]:1"};
    own.mount = "/own";
    own.info.title = "own";
    string error;
    const char* const environment[] = {"CALLBOX_MOUNT=/theirs", nullptr};
    const auto made = read_options({}, environment, error, own);
    cr_assert(made.has_value());
    cr_expect(made->sandbox == callbox::sandbox_mode::where_possible && made->mount == "/theirs");
    cr_expect(made->listen == words{"[::1]:1"} && made->info.title == "own");
    const char* const flags[] = {"--no-sandbox", "--listen=fd:3"};
    const auto over = read_options(flags, nullptr, error, own);
    cr_expect(over->sandbox == callbox::sandbox_mode::off && over->listen == words{"fd:3"});
}

Test(cli_options, repeated_addresses_replace_the_default_and_the_variable) {
    const words both{"127.0.0.1:1", "unix:/run/x,y"};
    cr_expect(reading({"--listen", both[0], "--listen=" + both[1]})->listen == both);
    const words variable{"CALLBOX_LISTEN=fd:3"};
    cr_expect(reading({"--listen", both[0], "--listen", both[1]}, variable)->listen == both);
}

Test(cli_options, a_variable_lists_values_with_commas_between) {
    const auto o =
        reading({}, {"CALLBOX_LISTEN=127.0.0.1:1,[::1]:2", "CALLBOX_ALLOW_HOST=a, b ,*"});
    cr_assert(o.made.has_value(), "%s", o.error.c_str());
    cr_expect((o->listen == words{"127.0.0.1:1", "[::1]:2"}));
    cr_expect((o->allow_host == words{"a", "b", "*"}));
}

Test(cli_options, an_empty_variable_is_ignored) {
    for (const option& o : all_options) expect_right({}, {variable_of(o) + "="});
}

Test(cli_options, other_variables_are_ignored) {
    // The variables of Kubernetes for a service named callbox, and similar names.
    expect_right({}, {"CALLBOX_PORT=tcp://10.0.0.1:80", "CALLBOX_SERVICE_HOST=10.0.0.1",
                      "CALLBOX_MOUNTS=x", "MOUNT=x", "XCALLBOX_MOUNT=x", "callbox_mount=x",
                      "CALLBOX_MOUNT", "=CALLBOX_MOUNT=x", ""});
}

Test(cli_options, of_a_single_value_the_last_flag_counts) {
    cr_expect(reading({"--mount", "/a", "--mount=/b"})->mount == "/b");
}

Test(cli_options, names_differ) {
    std::set<string> names;
    for (const option& o : all_options) {
        cr_expect(names.insert(flag_of(o)).second);
        cr_expect(names.insert(variable_of(o)).second);
    }
}

Test(cli_options, amounts_are_taken_at_their_bounds_and_refused_beyond) {
    std::size_t looked_at = 0;
    for (const option& o : all_options) {
        if (!o.is_amount()) continue;
        ++looked_at;
        const auto with = [&o](std::uint64_t amount, bool large) {
            words all = company_of(o, large);
            all.push_back(flag_of(o) + "=" + std::to_string(amount));
            return all;
        };
        expect_right(with(o.least, false));
        expect_right(with(o.most, true));
        const string named = flag_of(o) + ": expected a ";
        expect_error(with(o.most + 1, true), {}, named);
        expect_error(with(UINT64_MAX, true), {}, named);
        if (o.least > 0) expect_error(with(o.least - 1, false), {}, named);
        for (const char* wrong : {"", "-1", "x", "1x", "1.0", " 1", "99999999999999999999"}) {
            expect_error({flag_of(o), wrong}, {}, named);
            if (*wrong != '\0')
                expect_error({}, {variable_of(o) + "=" + wrong}, variable_of(o) + ": expected a ");
        }
    }
    cr_expect(looked_at == 30);
}

Test(cli_options, workers_are_a_number_or_as_many_as_there_are_cores) {
    cr_expect(reading({})->workers == 1);
    cr_expect(reading({"--workers", "auto"})->workers == 0);
    cr_expect(reading({}, {"CALLBOX_WORKERS=auto"})->workers == 0);
    cr_expect(reading({"--workers=2"}, {"CALLBOX_WORKERS=auto"})->workers == 2);
    for (const char* wrong : {"0", "-1", "257", "AUTO", "auto ", "automatic", "2k", "1.5"})
        expect_error({"--workers", wrong}, {},
                     "--workers: expected a number from 1 to 256, or auto, got \"" +
                         string(wrong));
    for (const option& o : all_options)
        if (o.is_amount() && o.name != "workers") expect_error({flag_of(o), "auto"}, {}, "--");
}

Test(cli_options, every_default_is_a_valid_value) {
    for (const option& o : all_options) {
        const string value = value_text(o, options{});
        if (!value.empty()) expect_right({flag_of(o) + "=" + value});
    }
}

Test(cli_options, every_option_names_itself_when_its_value_is_wrong) {
    for (const option& o : all_options) {
        expect_error({flag_of(o) + "="}, {}, flag_of(o) + ": expected ");
        if (accepts_anything(o)) continue;
        for (const char* wrong : {"?", ",", "\x7f", "tru e", "/a b", "\n"}) {
            if (o.fits == is_absolute_path && wrong == "/a b"s) continue;
            expect_error({flag_of(o) + "=" + wrong}, {}, flag_of(o) + ": expected ");
            expect_error({}, {variable_of(o) + "=" + wrong}, variable_of(o) + ": expected ");
        }
    }
}

Test(cli_options, every_error_contains_the_value) {
    for (const option& o : all_options)
        cr_expect(accepts_anything(o) ||
                  reading({flag_of(o) + "=?!"}).error.ends_with(", got \"?!\""));
}

Test(cli_options, an_option_without_its_value_is_refused) {
    for (const option& o : all_options) {
        if (o.is_flag()) continue;
        const string error = flag_of(o) + " requires an argument: " + wanted_text(o);
        expect_error({flag_of(o)}, {}, error);
        expect_error({flag_of(o), "--mount", "/x"}, {}, error);
    }
}

Test(cli_options, an_error_names_the_option_and_the_expected_value) {
    expect_error({"--mount", "api"}, {},
                 "--mount: expected a path of one or more segments, such as /api or /v1/rpc, "
                 "got \"api\"");
    expect_error({"--json-depth-max=2000"}, {},
                 "--json-depth-max: expected a number from 3 to 1024, got \"2000\"");
    expect_error({}, {"CALLBOX_HTTP_STATUS=200"},
                 "CALLBOX_HTTP_STATUS: expected rpc, always-200 or mapped, got \"200\"");
    expect_error({"--idle-timeout-ms", "0"}, {},
                 "--idle-timeout-ms: expected a time from 10ms to 24h, such as 1500, 1500ms, "
                 "5s or 2m, got \"0\"");
    expect_error({"--enable-web-browsable-api=yes"}, {},
                 "--enable-web-browsable-api: expected 1, true, 0 or false, got \"yes\"");
}

Test(cli_options, one_wrong_value_among_right_ones_is_refused) {
    expect_error({"--listen", "127.0.0.1:1", "--listen", "x"}, {}, "--listen: expected an address");
    for (const char* wrong : {"127.0.0.1:1,x", "127.0.0.1:1,", ",127.0.0.1:1", "fd:3,,fd:4"})
        expect_error({}, {string("CALLBOX_LISTEN=") + wrong},
                     "CALLBOX_LISTEN: expected an address");
}

Test(cli_options, an_invalid_variable_is_an_error_even_if_a_flag_overrides_it) {
    expect_error({"--mount", "/x"}, {"CALLBOX_MOUNT=x"}, "CALLBOX_MOUNT: expected ");
}

Test(cli_options, an_unknown_option_is_refused_and_the_nearest_is_named) {
    expect_error({"--lisen"}, {}, "unknown option --lisen; did you mean --listen?");
    expect_error({"--monut=/x"}, {}, "unknown option --monut; did you mean --mount?");
    expect_error({"-mount"}, {}, "unknown option -mount; did you mean --mount?");
    expect_error({"--request_bytes_max=1k"}, {},
                 "unknown option --request_bytes_max; did you mean --request-bytes-max?");
    for (const char* wrong : {"--", "-", "---", "-l", "--zzzzzz", "--=x"})
        expect_error({wrong}, {}, "unknown option ");
    expect_error({"--" + string(10'000, 'x')}, {}, "unknown option --xxx");
}

Test(cli_options, an_argument_that_belongs_to_no_option_is_refused) {
    expect_error({"127.0.0.1:1"}, {}, "unexpected argument \"127.0.0.1:1\"");
    expect_error({"--enable-web-browsable-api", "true"}, {},
                 "unexpected argument \"true\" after \"--enable-web-browsable-api\"");
    expect_error({"--mount", "/a", "/b"}, {}, "unexpected argument \"/b\" after \"/a\"");
    expect_error({""}, {}, "unexpected argument \"\"");
}

Test(cli_options, the_target_is_a_part_of_the_head) {
    expect_right({"--header-bytes-max=8193"});
    expect_right({"--target-bytes-max=1k", "--header-bytes-max=2k"});
    expect_right({"--header-bytes-max=2k"}, {"CALLBOX_TARGET_BYTES_MAX=1k"});
    const string error = "--header-bytes-max must be greater than --target-bytes-max, ";
    expect_error({"--header-bytes-max=8k"}, {}, error);
    expect_error({"--target-bytes-max=16k"}, {}, error);
    expect_error({}, {"CALLBOX_HEADER_BYTES_MAX=1k"}, error);
}

Test(cli_options, a_request_and_its_response_fit_into_the_memory) {
    expect_right({"--max-memory=17825793"});
    const string error =
        "--max-memory must be greater than --request-bytes-max and --response-bytes-max together: ";
    expect_error({"--max-memory=17M"}, {}, error + "17M is not greater than 17M");
    expect_error({"--request-bytes-max=1024M"}, {}, error);
    expect_right({"--request-bytes-max=1024M", "--max-memory=2048M"});
    expect_right({"--max-memory=1M", "--request-bytes-max=10k", "--response-bytes-max=10k"});
}

Test(cli_options, users_and_modes_are_numbers) {
    const auto o = reading({"--allow-uid", "0", "--allow-uid=1000", "--token-file", "a b"});
    cr_assert(o.made.has_value());
    const words both{"0", "1000"};
    cr_expect(o->allow_uid == both && o->token_file == "a b");
    cr_expect(o->socket_mode == "0600" && o->socket_owner.empty());
    for (const char* wrong : {"--allow-uid=root", "--allow-uid=-1", "--socket-mode=rw",
                              "--socket-mode=01777", "--socket-owner=33",
                              "--socket-owner=www-data:www-data", "--caller-header=Host",
                              "--caller-from=10.0.0.7:80", "--caller-from=proxy"})
        cr_expect(not reading({wrong}).made.has_value(), "%s", wrong);
    for (const char* none : {"--token", "--bearer", "--token=0123456789abcdef"})
        cr_expect(reading({none}).error.starts_with("unknown option "), "%s", none);
}

}}  // namespace options_test
