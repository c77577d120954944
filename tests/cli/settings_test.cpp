// A program's own options: valid and invalid values, and the state made from them.
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "server/hosted.hpp"
#include "server/scripted.hpp"
#include "support/command_line.hpp"
#include "support/folder.hpp"
#include "support/served.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace settings_test { namespace {

using namespace callbox;
using std::string, std::string_view;

// The arguments of the last call of make(), and the number of calls.
struct made {
    string path;
    std::optional<int> cache;
    bool read_only = false;
    std::vector<string> peers;
    std::int8_t level = 0;
    int pages = 0;
    int calls = 0;
};
made last;

// A state that cannot be moved.
struct store {
    explicit store(const string& path_) : path(path_) {}
    store(const store&) = delete;
    store& operator=(const store&) = delete;
    string path;
};
store make(string path, std::optional<int> cache, bool read_only, std::vector<string> peers,
           std::int8_t level, int pages) {
    last = {path, cache, read_only, std::move(peers), level, pages, last.calls + 1};
    return store(path);
}

constexpr made_by all_kinds(
    make, setting<string>("--db", "FILE", "the database") = "inventory.db",
    setting<std::optional<int>>("--cache", "MIB", "memory for it").in(1, 4096),
    setting<bool>("--read-only", "refuse changes"),
    setting<std::vector<string>>("--peer", "HOST", "another one; may be repeated"),
    setting<std::int8_t>("--level", "N", "how hard to try") = -1,
    setting<int>("--pages", "N", "of the database").in(0, 9));

enum class mode { fast, safe };
constexpr auto describe(as<mode>) {
    return choices{choice{mode::fast, "fast"}, choice{mode::safe, "safe"}};
}

// The arguments of the last call of make_more().
struct more {
    double rate = 0;
    std::optional<double> limit;
    std::chrono::seconds every{};
    std::optional<std::chrono::milliseconds> pause;
    mode first{};
    std::optional<mode> second;
    std::filesystem::path folder;
    std::optional<std::filesystem::path> other;
};
more latest;
store make_more(double rate, std::optional<double> limit, std::chrono::seconds every,
                std::optional<std::chrono::milliseconds> pause, mode first,
                std::optional<mode> second, std::filesystem::path folder,
                std::optional<std::filesystem::path> other) {
    latest = {rate, limit, every, pause, first, second, std::move(folder), std::move(other)};
    return store("");
}

using std::chrono::milliseconds, std::chrono::seconds, std::filesystem::path;
constexpr made_by more_kinds(
    make_more, setting<double>("--rate", "N", "a rate").in(0.5, 2) = 1.5,
    setting<std::optional<double>>("--limit", "N", "a limit"),
    setting<seconds>("--every", "TIME", "how often") = seconds(90),
    setting<std::optional<milliseconds>>("--pause", "TIME", "between two")
        .in(milliseconds(1), milliseconds(5000)),
    setting<mode>("--first", "MODE", "the first one") = mode::safe,
    setting<std::optional<mode>>("--second", "MODE", "the second one"),
    setting<path>("--folder", "DIR", "the data") = "/var/lib",
    setting<std::optional<path>>("--other", "DIR", "more data"));

string path_of(store& s) { return s.path; }
constexpr api methods{method<"path", path_of>("The path.")};

using ended = support::ran;

// Runs the command line; serve returns immediately because it cannot listen.
template <class Made>
ended run_words(const Made& from, std::vector<string> words,
                  const std::vector<string>& variables = {}, const string& name = "inventory") {
    last = {};
    options own;
    own.listen = {"unix:/nowhere/at/all/s"};
    own.name = name;
    own.version = "2.1";
    typename Made::maker maker(from);
    cli::settings settings(maker);
    return support::command_line{.methods = methods, .defaults = own,
                                 .own = &settings}(std::move(words), variables);
}
ended running(std::vector<string> words, const std::vector<string>& variables = {}) {
    return run_words(all_kinds, std::move(words), variables);
}

void expect_error(const std::vector<string>& words, const string& line,
                  const std::vector<string>& variables = {}) {
    const ended got = running(words, variables);
    cr_expect(got.status == 2 && got.error == line, "%d %s", got.status, got.error.c_str());
    cr_expect(last.calls == 0);
}

bool has(string_view text, string_view part) { return text.find(part) != text.npos; }

TestSuite(cli_settings, .timeout = 20);

Test(cli_settings, defaults_go_to_the_function) {
    const ended got = running({"--pages", "3"});
    cr_expect(got.status == 1 && got.error.empty(), "%s", got.error.c_str());
    cr_expect(last.calls == 1 && last.path == "inventory.db" && !last.cache && !last.read_only);
    cr_expect(last.peers.empty() && last.level == -1 && last.pages == 3);
}

Test(cli_settings, flags_may_appear_anywhere_among_callboxs_own) {
    (void)running({"serve", "--db=other file", "--listen", "unix:/nowhere/s", "--cache", "4096",
                   "--peer", "a", "--peer=b", "--mount=/v1", "--read-only", "--level=-128",
                   "--pages=0"});
    cr_expect(last.calls == 1 && last.path == "other file" && last.cache == 4096);
    cr_expect(last.read_only && last.level == -128 && last.pages == 0);
    cr_expect(last.peers == std::vector<string>({"a", "b"}));
    (void)running({"--pages", "1", "--read-only", "--no-read-only", "--db", "a", "--db", "b"});
    cr_expect(last.calls == 1 && !last.read_only && last.path == "b");
}

Test(cli_settings, variables_of_the_program_override_callboxs_and_flags_override_both) {
    (void)running({}, {"INVENTORY_DB=mine", "CALLBOX_DB=theirs", "CALLBOX_PAGES=4",
                       "INVENTORY_PEER=a, b", "INVENTORY_READ_ONLY=1", "INVENTORY_CACHE="});
    cr_expect(last.calls == 1 && last.path == "mine" && last.pages == 4 && last.read_only);
    cr_expect(last.peers == std::vector<string>({"a", "b"}) && !last.cache);
    (void)running({"--db", "flag", "--peer", "c", "--no-read-only"},
                  {"INVENTORY_DB=mine", "INVENTORY_PEER=a,b", "INVENTORY_READ_ONLY=true",
                   "INVENTORY_PAGES=5"});
    cr_expect(last.path == "flag" && last.peers == std::vector<string>{"c"} && !last.read_only);
    (void)run_words(all_kinds, {"--pages=1"}, {"INVENTORY_DB=no", "CALLBOX_DB=yes"}, "");
    cr_expect(last.path == "yes");
}

Test(cli_settings, an_invalid_value_is_one_line_that_names_the_flag_or_the_variable) {
    expect_error({"--pages", "10"}, "--pages: expected a number from 0 to 9, got \"10\"");
    expect_error({"--pages", "-1"}, "--pages: expected a number from 0 to 9, got \"-1\"");
    expect_error({"--pages", "1x"}, "--pages: expected a number from 0 to 9, got \"1x\"");
    expect_error({"--pages=+1"}, "--pages: expected a number from 0 to 9, got \"+1\"");
    expect_error({"--pages=99999999999999999999"},
                 "--pages: expected a number from 0 to 9, got \"99999999999999999999\"");
    expect_error({"--pages="}, "--pages: expected a number from 0 to 9, got \"\"");
    expect_error({"--pages"}, "--pages requires an argument: a number from 0 to 9");
    expect_error({"--pages", "--db"}, "--pages requires an argument: a number from 0 to 9");
    expect_error({"--cache", "0"}, "--cache: expected a number from 1 to 4096, got \"0\"");
    expect_error({"--level", "128"}, "--level: expected a number from -128 to 127, got \"128\"");
    expect_error({"--db"}, "--db requires an argument: FILE");
    expect_error({"--db="}, "--db: expected FILE, got \"\"");
    expect_error({"--peer="}, "--peer: expected HOST, got \"\"");
    expect_error({"--read-only=maybe"}, "--read-only: expected 1, true, 0 or false, got \"maybe\"");
    expect_error({"--no-read-only=1"}, "--no-read-only accepts no argument, got \"1\"");
    expect_error({}, "INVENTORY_PAGES: expected a number from 0 to 9, got \"x\"",
                 {"INVENTORY_PAGES=x"});
    expect_error({}, "CALLBOX_CACHE: expected a number from 1 to 4096, got \"4097\"",
                 {"CALLBOX_CACHE=4097"});
    expect_error({}, "INVENTORY_READ_ONLY: expected 1, true, 0 or false, got \"on\"",
                 {"INVENTORY_READ_ONLY=on"});
    expect_error({}, "INVENTORY_PEER: expected HOST, got \"a,\"", {"INVENTORY_PEER=a,"});
    expect_error({}, "INVENTORY_PEER: expected HOST, got \"\"", {"INVENTORY_PEER=a,,b"});
}

Test(cli_settings, numbers_durations_choices_and_paths_are_read) {
    (void)run_words(more_kinds, {});
    cr_expect(latest.rate == 1.5 && !latest.limit && latest.every == seconds(90) && !latest.pause);
    cr_expect(latest.first == mode::safe && !latest.second && latest.folder == "/var/lib");
    cr_expect(!latest.other);
    (void)run_words(more_kinds,
                    {"--rate=2", "--limit", "-1e3", "--every=5m", "--pause", "1500", "--first=fast",
                     "--second=safe", "--folder", "/a b", "--other=c"});
    cr_expect(latest.rate == 2 && latest.limit == -1000 && latest.every == seconds(300));
    cr_expect(latest.pause == milliseconds(1500) && latest.first == mode::fast);
    cr_expect(latest.second == mode::safe && latest.folder == "/a b" && latest.other == path("c"));
    for (const auto& [word, line] : std::vector<std::pair<string, string>>{
             {"--rate=2.01", "--rate: expected a number from 0.5 to 2, got \"2.01\""},
             {"--rate=0x1", "--rate: expected a number from 0.5 to 2, got \"0x1\""},
             {"--rate=true", "--rate: expected a number from 0.5 to 2, got \"true\""},
             {"--limit=1e999", "--limit: expected a number, got \"1e999\""},
             {"--limit=", "--limit: expected a number, got \"\""},
             {"--every=1500", "--every: expected a duration in multiples of 1s, got \"1500\""},
             {"--every=-5s", "--every: expected a duration in multiples of 1s, got \"-5s\""},
             {"--every=9999999999999999h",
              "--every: expected a duration in multiples of 1s, got \"9999999999999999h\""},
             {"--pause=0", "--pause: expected a duration from 1ms to 5s, got \"0\""},
             {"--pause=6s", "--pause: expected a duration from 1ms to 5s, got \"6s\""},
             {"--first=slow", "--first: expected fast, safe, got \"slow\""},
             {"--second=", "--second: expected fast, safe, got \"\""},
             {"--folder=", "--folder: expected DIR, got \"\""}}) {
        const ended got = run_words(more_kinds, {word});
        cr_expect(got.status == 2 && got.error == line, "%s", got.error.c_str());
    }
    const string help = run_words(more_kinds, {"--help"}).out;
    for (const string_view line : {"a rate (default 1.5)\n", "how often (default 90s)\n",
                                   "the first one (default safe)\n", "between two\n"})
        cr_expect(has(help, line), "%s", help.c_str());
}

Test(cli_settings, an_option_without_a_default_is_required) {
    expect_error({}, "missing option --pages N (or INVENTORY_PAGES): of the database");
}

Test(cli_settings, an_unknown_option_is_refused_with_a_suggestion) {
    expect_error({"--page", "1"}, "unknown option --page; did you mean --pages?");
    expect_error({"--readonly"}, "unknown option --readonly; did you mean --read-only?");
    expect_error({"--no-pages"}, "unknown option --no-pages; see --help");
    expect_error({"--pages", "1", "here"}, "unexpected argument \"here\" after \"1\"");
    expect_error({"--pages", "1", "--mount", "x"},
                 "--mount: expected a path of one or more segments, such as /api or /v1/rpc, "
                 "got \"x\"");
}

Test(cli_settings, only_serve_makes_the_state) {
    for (const string word : {"list", "help", "openrpc", "--help", "--version"}) {
        const ended got = running({word});
        cr_expect(got.status == 0 && last.calls == 0, "%s", word.c_str());
    }
    cr_expect(running({"list", "--db"}).status == 2);
}

Test(cli_settings, help_lists_them_with_their_defaults) {
    for (const string& text : {running({"--help"}).out, running({"serve", "--help"}).out}) {
        cr_expect(has(text, "\nOptions of this program:\n"
                            "  --db FILE                      the database (default inventory.db)\n"
                            "  --cache MIB                    memory for it\n"
                            "  --read-only                    refuse changes\n"),
                  "%s", text.c_str());
        cr_expect(has(text, "how hard to try (default -1)\n"));
        cr_expect(has(text, "of the database (required)\n"));
        cr_expect(has(text, "INVENTORY_LISTEN,"), "%s", text.c_str());
    }
    cr_expect(!has(running({"list", "--help"}).out, "--db"));
}

Test(cli_settings, the_version_names_the_program_before_callbox) {
    const ended got = running({"--version"});
    cr_expect(got.out.starts_with("inventory 2.1, callbox " + string(version) + ", contract "));
    cr_expect(run_words(all_kinds, {"--version"}, {}, "").out.starts_with("callbox "));
}

Test(cli_settings, methods_get_the_state_that_was_made) {
    const support::folder place;
    wire::served server(hosted::at(place.address()), [](const options& how) {
        string words[] = {"inventory", "--db", "found", "--pages=1"};
        char* argv[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data()};
        return callbox::run(methods, all_kinds, 4, argv, how);
    });
    cr_expect(hosted::ask(place.address(), "path") == hosted::result(R"("found")"));
    wire::expect_end(server);
}

Test(cli_settings, the_program_names_itself_to_servers) {
    for (const string command : {"call", "probe"}) {
        scripted_server server({{answer_of(R"({"jsonrpc":"2.0","result":1,"id":1})"), true}});
        std::vector<string> words{command, server.where()};
        if (command == "call") words.push_back("ping");
        cr_expect(running(words).status == 0);
        const auto& requests = server.requests();
        cr_assert(requests.size() == 1);
        cr_expect(has(requests[0], "\r\nUser-Agent: inventory/2.1\r\n"), "%s",
                  requests[0].c_str());
    }
}

Test(cli_settings, two_of_one_name_are_refused_whatever_the_command) {
    const made_by twice([](string, bool) { return store(""); },
                        setting<string>("--db", "FILE", "a file") = "",
                        setting<bool>("--db", "a flag"));
    for (const string word : {"list", "serve", "--version"}) {
        const ended got = run_words(twice, {word});
        cr_expect(got.status == 2 &&
                      got.error == "option \"--db\" of this program is defined twice",
                  "%s", got.error.c_str());
    }
}

Test(cli_settings, an_invalid_name_is_refused) {
    for (const string name : {"my api", "1st", "a/b", "-x", "\xc3\xa4"}) {
        const ended got = run_words(all_kinds, {"list"}, {}, name);
        cr_expect(got.status == 2 && got.error.starts_with("options::name: expected letters"),
                  "%s", got.error.c_str());
    }
    cr_expect(run_words(all_kinds, {"list"}, {}, "a-b_c.9").status == 0);
}

Test(cli_settings, callboxs_own_options_have_variables_of_the_program_too) {
    string error;
    options own;
    own.name = "my-api";
    const char* const environment[] = {"MY_API_MOUNT=/mine", "CALLBOX_MOUNT=/theirs",
                                       "CALLBOX_WORKERS=3", "MY_API_LISTEN=:1,:2", nullptr};
    const auto how = cli::read_options({}, environment, error, own);
    cr_assert(how.has_value(), "%s", error.c_str());
    cr_expect(how->mount == "/mine" && how->workers == 3 && how->listen.size() == 2);
    const char* const wrong[] = {"MY_API_MOUNT=mine", nullptr};
    cr_expect(!cli::read_options({}, wrong, error, own));
    cr_expect(error.starts_with("MY_API_MOUNT: expected a path"), "%s", error.c_str());
}

Test(cli_settings, unknown_variables_of_the_program_are_reported_only_if_they_resemble_an_option) {
    const decltype(all_kinds)::maker maker(all_kinds);
    const auto rows = maker.rows;
    const char* const environment[] = {
        "CALLBOX_DB=x", "INVENTORY_DB=x", "INVENTORY_LISTEN=:1", "INVENTORY_COLOUR=blue",
        "INVENTORY_PAGE=1", "CALLBOX_COLOUR=blue", "INVENTORY_LISTNE=:1", nullptr};
    const auto lines = cli::unknown_variables(environment, "inventory", rows);
    cr_assert(lines.size() == 3, "%zu", lines.size());
    cr_expect(lines[0] == "unknown environment variable INVENTORY_PAGE; did you mean "
                          "INVENTORY_PAGES?", "%s", lines[0].c_str());
    cr_expect(lines[1] == "unknown environment variable CALLBOX_COLOUR", "%s", lines[1].c_str());
    cr_expect(lines[2] == "unknown environment variable INVENTORY_LISTNE; did you mean "
                          "INVENTORY_LISTEN?", "%s", lines[2].c_str());
}

Test(cli_settings, a_function_that_fails_or_throws_is_one_line_and_status_1) {
    using text = setting<string>;
    constexpr made_by fails(
        [](string file) -> result<string> { return failure{1, "no \n" + file}; },
        text("--db", "FILE", "the database") = "here");
    constexpr made_by throws(
        [](string file) -> string { throw std::runtime_error("cannot open " + file); },
        text("--db", "FILE", "the database") = "here");
    constexpr made_by odd([](string) -> string { throw 7; }, text("--db", "FILE", "") = "here");
    constexpr made_by silent([](string) -> result<void> { return failure{1, ""}; },
                             text("--db", "FILE", "") = "here");
    const auto expect = [](const ended& got, const string& line) {
        cr_expect(got.status == 1 && got.error == line, "%s", got.error.c_str());
    };
    expect(run_words(fails, {}), "cannot start: no \nhere");  // print() makes it a line
    expect(run_words(throws, {"--db=x"}), "cannot start: cannot open x");
    expect(run_words(odd, {}), "cannot start: a non-std::exception was thrown");
    expect(run_words(silent, {}), "cannot start: no reason given");
}

Test(cli_settings, a_result_and_nothing_are_states_too) {
    constexpr made_by by_result([](string text) -> result<string> { return text; },
                                setting<string>("--db", "FILE", "") = "here");
    typename decltype(by_result)::maker maker(by_result);
    detail::setting_value value;
    value.texts = {"text"};
    void* state = nullptr;
    cr_expect(maker.make({&value, 1}, state).empty());
    cr_expect(*static_cast<string*>(state) == "text");
    constexpr made_by none([](bool) {}, setting<bool>("--quiet", "say less"));
    typename decltype(none)::maker no_state(none);
    state = nullptr;
    cr_expect(no_state.make({&value, 1}, state).empty() && state == nullptr);
}

Test(cli_settings, each_name_that_callbox_uses_is_one_of_its_options) {
    for (const string_view name : detail::own_names) {
        if (name == "help" || name == "version" || name == "token" || name == "handed-over")
            continue;
        bool is_known = false;
        for (const cli::option& o : cli::all_options) is_known = is_known || o.name == name;
        cr_expect(is_known, "%s", string(name).c_str());
    }
}

}}  // namespace settings_test
