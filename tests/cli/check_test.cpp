#include "cli/command.hpp"
#include "openrpc/document.hpp"
#include "support/everything.hpp"
#include "support/methods.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli_check_test {

using callbox::field, callbox::fields;

struct short_leaf {
    std::string path;
};
constexpr auto describe(callbox::as<short_leaf>) {
    return fields{field{"path", &short_leaf::path}.length(0, 32)};
}

struct long_leaf {
    std::string path;
};
constexpr auto describe(callbox::as<long_leaf>) {
    return fields{field{"path", &long_leaf::path}.length(0, 64)};
}

struct before {
    std::vector<long_leaf> leaves;
    std::vector<before> trees;
};
constexpr auto describe(callbox::as<before>) {
    return fields{field{"leaves", &before::leaves}, field{"trees", &before::trees}};
}

struct after {
    std::vector<short_leaf> leaves;
    std::vector<after> trees;
    std::optional<bool> more;
};
constexpr auto describe(callbox::as<after>) {
    return fields{field{"leaves", &after::leaves}, field{"trees", &after::trees},
                  field{"more", &after::more}};
}

}  // namespace cli_check_test

namespace {

using namespace callbox;
using std::string;
using std::string_view;

std::int64_t add(std::int64_t a, std::int64_t b) { return a + b; }
std::optional<int> one(std::uint8_t a) { return a; }
int wider(std::uint16_t a) { return a; }
void before(const cli_check_test::before&) {}
void after(const cli_check_test::after&) {}
string hello(string_view name) { return string(name); }

constexpr api old_methods{
    method<"hello", hello>("Greets.", arg("name").length(0, 64)),
    method<"math.add", add>("The sum.", "a", "b"),
    method<"one", one>("One.", "a"),
    method<"tree", before>("A tree.", "tree"),
};
constexpr api new_methods{
    method<"hello", hello>("Greets.", arg("name").length(0, 32)),
    method<"math.add", add>("The sum of two.", "a", by_name_only, arg("b") = 1),
    method<"math.sub", add>("The difference.", "a", "b"),
    method<"one", wider>("One.", "a"),
    method<"tree", after>("A tree.", "tree"),
};
const api_info info{.title = "test", .version = "1", .description = ""};
const options defaults = [] {
    options all;
    all.info = info;
    return all;
}();

// A file that is there as long as this is.
class file {
public:
    explicit file(string_view text) {
        const int to = ::mkstemp(path_);
        cr_assert(to != -1);
        cr_assert(::write(to, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
        ::close(to);
    }
    ~file() { ::unlink(path_); }
    file(const file&) = delete;
    file& operator=(const file&) = delete;
    string path() const { return path_; }

private:
    char path_[32] = "/tmp/callbox_check_XXXXXX";
};

struct ran {
    int status;
    string out;
    string mistake;
};

ran running(const table& methods, std::vector<string> words) {
    words.insert(words.begin(), "openrpc");
    std::vector<char*> argv;
    for (string& each : words) argv.push_back(each.data());
    const char* const environment[] = {nullptr};
    cli::session s{.methods = methods, .state = nullptr, .defaults = defaults, .program = "server",
                   .words = argv, .environment = environment};
    const int status = cli::run_command(s);
    return {status, string(s.out.view()), s.mistake};
}

string document_of(const table& methods) { return openrpc::describe(methods, info).document; }

void expect(const ran& got, int status, string_view wanted) {
    cr_expect(got.status == status, "%d", got.status);
    cr_expect(got.mistake.empty(), "%s", got.mistake.c_str());
    cr_expect(got.out == wanted, "got:\n%s", got.out.c_str());
}

void expect_mistake(const std::vector<string>& words, const string& wanted) {
    const ran got = running(new_methods, words);
    cr_expect(got.status == 2, "%s", wanted.c_str());
    cr_expect(got.out.empty(), "%s", got.out.c_str());
    cr_expect(got.mistake == wanted, "%s\nin place of: %s", got.mistake.c_str(), wanted.c_str());
}

void expect_refused(string_view text, string_view wanted) {
    const file old(text);
    expect_mistake({"--check", old.path()}, old.path() + ": " + string(wanted));
}

}  // namespace

Test(cli_check, what_breaks_is_told_first_and_is_status_1) {
    const file old(document_of(old_methods));
    expect(running(new_methods, {"--check", old.path()}), 1,
           "breaking: hello: parameter \"name\" takes at most 32 characters, before at most 64\n"
           "breaking: math.add: parameter \"b\" may no longer be given by position\n"
           "breaking: tree: parameter \"tree\" at /leaves/items/path takes at most 32 "
           "characters, before at most 64\n"
           "change: math.add: parameter \"b\" is optional now\n"
           "change: math.add: its documentation changed\n"
           "change: math.sub: is new\n"
           "change: one: parameter \"a\" takes integer from 0 to 65535, before integer from 0 to "
           "255\n"
           "change: one: the result gives integer, before integer or null\n"
           "change: tree: parameter \"tree\" at /more is new\n"
           "3 breaking changes, 6 others\n");
}

Test(cli_check, the_other_way_round_other_changes_break) {
    const file old(document_of(new_methods));
    expect(running(old_methods, {"--check=" + old.path()}), 1,
           "breaking: math.add: parameter \"b\" is required now\n"
           "breaking: math.sub: was removed\n"
           "breaking: one: parameter \"a\" takes integer from 0 to 255, before integer from 0 to "
           "65535\n"
           "breaking: one: the result gives integer or null, before integer\n"
           "breaking: tree: parameter \"tree\" at /more was removed\n"
           "change: hello: parameter \"name\" takes at most 64 characters, before at most 32\n"
           "change: math.add: parameter \"b\" may be given by position now\n"
           "change: math.add: its documentation changed\n"
           "change: tree: parameter \"tree\" at /leaves/items/path takes at most 64 characters, "
           "before at most 32\n"
           "5 breaking changes, 4 others\n");
}

Test(cli_check, a_document_has_no_changes_since_itself) {
    for (const table& each : {table(old_methods), ::sample::table(), ::everything::table()}) {
        const file old(document_of(each));
        expect(running(each, {"--check", old.path()}), 0, "no changes\n");
    }
}

Test(cli_check, one_is_not_many) {
    constexpr api before{method<"a", add>("A.", "a", "b"), method<"c", add>("C.", "a", "b")};
    constexpr api after{method<"a", add>("B.", "a", "b")};
    const file old(document_of(before));
    expect(running(after, {"--check", old.path()}), 1,
           "breaking: c: was removed\nchange: a: its documentation changed\n"
           "1 breaking change, 1 other\n");
}

Test(cli_check, what_breaks_nothing_is_status_0) {
    constexpr api before{method<"a", add>("A.", "a", "b")};
    constexpr api after{method<"a", add>("B.", "a", "b")};
    const file old(document_of(before));
    expect(running(after, {"--check", old.path()}), 0,
           "change: a: its documentation changed\n0 breaking changes, 1 other\n");
}

Test(cli_check, minus_is_standard_input) {
    const file old(document_of(old_methods) + "\n");
    const int from = ::open(old.path().c_str(), O_RDONLY);
    ::dup2(from, STDIN_FILENO);
    expect(running(old_methods, {"--check", "-"}), 0, "no changes\n");
    const ran empty = running(old_methods, {"--check", "-"});
    cr_expect(empty.status == 2);
    cr_expect(empty.mistake ==
              "standard input: not JSON: line 1, column 1: expected a value", "%s",
              empty.mistake.c_str());
    ::close(STDIN_FILENO);
    cr_expect(running(old_methods, {"--check", "-"}).mistake ==
              "standard input: Bad file descriptor");
}

Test(cli_check, a_change_is_one_line_whatever_is_in_the_names) {
    constexpr api none{};
    const file old(R"({"openrpc":"1.2.6","methods":[{"name":"a\nb\u007fc","params":[]}]})");
    expect(running(none, {"--check", old.path()}), 1,
           "breaking: a?b?c: was removed\n"
           "change: info: the title is \"test\", before \"\"\n"
           "change: info: the version is \"1\", before \"\"\n"
           "1 breaking change, 2 others\n");
}

Test(cli_check, servers_are_no_part_of_the_contract) {
    const ran named = running(old_methods, {"--url", "https://example.org/api", "openrpc"});
    cr_expect(named.status == 2, "a word too many");
    const string document =
        running(old_methods, {"--url=https://example.org/api"}).out;
    cr_expect(document.find(R"(},"servers":[{"name":"default","url":"https://example.org/api"}],)"
                            R"("methods":[)") != string::npos, "%s", document.c_str());
    const file old(document);
    expect(running(old_methods, {"--check", old.path()}), 0, "no changes\n");
    cr_expect(running(old_methods, {}).out.find("servers") == string::npos);
    expect_mistake({"--url", "example.org"},
                   "--url takes the endpoint's URL, such as https://example.org/api; got "
                   "\"example.org\"");
}

Test(cli_check, wrong_words_are_refused) {
    const string file = "--check takes a file with an older OpenRPC document, or - for standard "
                        "input; got nothing";
    expect_mistake({"--check"}, file);
    expect_mistake({"--check="}, file);
    expect_mistake({"--check", ""}, file);
    expect_mistake({"a", "--check"}, file);
    expect_mistake({"--chek", "a"},
                   "openrpc has no option \"--chek\"; did you mean --check?");
    expect_mistake({""}, "unexpected word \"\" behind \"openrpc\"");
    expect_mistake({"--", "a"}, "unexpected word \"a\" behind \"openrpc\"");
    expect_mistake({"--check=a", "b"}, "unexpected word \"b\" behind \"openrpc\"");
    expect_mistake({"--check", "a", "b"}, "unexpected word \"b\" behind \"openrpc\"");
}

Test(cli_check, a_file_that_cannot_be_read_is_named) {
    expect_mistake({"--check", "/nowhere/old"}, "/nowhere/old: No such file or directory");
    expect_mistake({"--check", "/nowhere\n"}, "/nowhere?: No such file or directory");
    expect_mistake({"--check", "/tmp"}, "/tmp: Is a directory");
    expect_mistake({"--check", "/etc/passwd/x"}, "/etc/passwd/x: Not a directory");
    expect_mistake({"--check", string(5000, 'a')}, string(5000, 'a') + ": File name too long");
}

Test(cli_check, a_file_that_is_no_document_is_refused) {
    expect_refused("", "not JSON: line 1, column 1: expected a value");
    expect_refused("{\"openrpc\":\"1.2.6\",\n\"methods\":]}",
                   "not JSON: line 2, column 11: expected a value");
    expect_refused("[]", "not an OpenRPC document: it is of type array");
    expect_refused("{\"openrpc\":\"1.2.6\"}",
                   "not an OpenRPC document: it has no \"methods\"");
    expect_refused(R"({"openrpc":"1.2.6","methods":[{"name":"a\n","params":7}]})",
                   "not an OpenRPC document: method \"a\\n\": \"params\" has to be of type array, "
                   "and is of type integer");
}

Test(cli_check, a_file_without_end_is_refused) {
    expect_mistake({"--check", "/dev/zero"}, "/dev/zero: it is larger than 64 MiB");
    const file old("");
    cr_assert(::truncate(old.path().c_str(), (64 << 20) + 1) == 0);
    expect_mistake({"--check", old.path()}, old.path() + ": it is larger than 64 MiB");
    cr_assert(::truncate(old.path().c_str(), 64 << 20) == 0);
    expect_mistake({"--check", old.path()},
                   old.path() + ": not JSON: line 1, column 1: expected a value");
}
