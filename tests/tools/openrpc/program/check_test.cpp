#include "openrpc/document.hpp"
#include "program/command.hpp"
#include "support/command_line.hpp"
#include "support/everything.hpp"
#include "support/folder.hpp"
#include "support/methods.hpp"
#include "support/served.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace check_test { namespace {

namespace program_check_test {

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

}  // namespace program_check_test

using namespace callbox;
using std::string;
using std::string_view;

std::int64_t add(std::int64_t a, std::int64_t b) { return a + b; }
std::optional<int> one(std::uint8_t a) { return a; }
int wider(std::uint16_t a) { return a; }
void before(const program_check_test::before&) {}
void after(const program_check_test::after&) {}
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

// A temporary file, removed by the destructor.
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

using support::ran;

const support::command_line checked{.methods = program::no_methods, .command = "check",
                                    .name = "callbox-openrpc", .run = program::run_command};

string document_of(const table& methods) { return openrpc::describe(methods, info).document; }

void expect(const ran& got, int status, string_view wanted) {
    cr_expect(got.status == status, "%d", got.status);
    cr_expect(got.error.empty(), "%s", got.error.c_str());
    cr_expect(got.out == wanted, "got:\n%s", got.out.c_str());
}

void expect_refused(string_view text, string_view wanted) {
    const file wrong(text), right(document_of(old_methods));
    checked.refuses({wrong.path(), right.path()}, wrong.path() + ": " + string(wanted));
    checked.refuses({right.path(), wrong.path()}, wrong.path() + ": " + string(wanted));
}

Test(program_check, breaking_changes_come_first_and_are_status_1) {
    const file old(document_of(old_methods)), now(document_of(new_methods));
    expect(checked({old.path(), now.path()}), 1,
           "breaking: hello: parameter name: accepts at most 32 characters, previously at most "
           "64\n"
           "breaking: math.add: parameter b: can no longer be passed by position\n"
           "breaking: tree: parameter tree.leaves[].path: accepts at most 32 characters, "
           "previously at most 64\n"
           "change: math.add: parameter b: now optional\n"
           "change: math.add: documentation changed\n"
           "change: math.sub: added\n"
           "change: one: parameter a: accepts integer from 0 to 65535, previously integer from "
           "0 to 255\n"
           "change: one: result: returns integer, previously integer or null\n"
           "change: tree: parameter tree.more: added\n"
           "3 breaking changes, 6 others\n");
}

Test(program_check, the_other_way_round_other_changes_break) {
    const file old(document_of(new_methods)), now(document_of(old_methods));
    expect(checked({old.path(), now.path()}), 1,
           "breaking: math.add: parameter b: now required\n"
           "breaking: math.sub: removed\n"
           "breaking: one: parameter a: accepts integer from 0 to 255, previously integer from "
           "0 to 65535\n"
           "breaking: one: result: returns integer or null, previously integer\n"
           "breaking: tree: parameter tree.more: removed\n"
           "change: hello: parameter name: accepts at most 64 characters, previously at most "
           "32\n"
           "change: math.add: parameter b: can now be passed by position\n"
           "change: math.add: documentation changed\n"
           "change: tree: parameter tree.leaves[].path: accepts at most 64 characters, "
           "previously at most 32\n"
           "5 breaking changes, 4 others\n");
}

Test(program_check, a_document_has_no_changes_since_itself) {
    for (const table& each : {table(old_methods), ::sample::table(), ::everything::table()}) {
        const file old(document_of(each));
        expect(checked({old.path(), old.path()}), 0, "no changes\n");
    }
}

Test(program_check, one_change_is_counted_in_the_singular) {
    constexpr api before{method<"a", add>("A.", "a", "b"), method<"c", add>("C.", "a", "b")};
    constexpr api after{method<"a", add>("B.", "a", "b")};
    const file old(document_of(before)), now(document_of(after));
    expect(checked({old.path(), now.path()}), 1,
           "breaking: c: removed\nchange: a: documentation changed\n"
           "1 breaking change, 1 other\n");
}

Test(program_check, changes_that_break_nothing_are_status_0) {
    constexpr api before{method<"a", add>("A.", "a", "b")};
    constexpr api after{method<"a", add>("B.", "a", "b")};
    const file old(document_of(before)), now(document_of(after));
    expect(checked({old.path(), now.path()}), 0,
           "change: a: documentation changed\n0 breaking changes, 1 other\n");
}

// Members of a map that each have the long name of their parent in their place.
Test(program_check, changes_that_are_not_listed_are_counted, .timeout = 60) {
    const auto document = [](string_view even, string_view odd) {
        string members;
        for (int i = 0; i < 2000; ++i)
            members += string(i == 0 ? "" : ",") + "\"" + std::to_string(i) + R"(":{"type":")" +
                       string(i % 2 ? odd : even) + "\"}";
        return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[{"name":"m",)"
               R"("params":[],"result":{"name":"r","schema":{"type":"object","properties":{")" +
               string(20'000, 'a') + R"(":{"type":"object","properties":{)" + members + "}}}}}}]}";
    };
    const string before = document("integer", "number"), after = document("number", "integer");
    const file old(before), now(after);
    const ran got = checked({old.path(), now.path()});
    const auto listed = std::ranges::count(got.out, '\n') - 2;
    cr_expect(got.status == 1 && got.error.empty(), "%s", got.error.c_str());
    cr_expect(0 < listed && listed < 2'000, "%td", listed);
    cr_expect(got.out.size() < 16 * (before.size() + after.size()) + (1 << 20));
    const string end = "not listed: " + std::to_string(2'000 - listed) +
                       " more\n1000 breaking changes, 1000 others\n";
    cr_expect(got.out.ends_with(end), "%s", got.out.substr(got.out.size() - 200).c_str());
}

Test(program_check, schemas_of_other_documents_are_noted) {
    const auto document = [](string_view reference) {
        return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[{"name":"m",)"
               R"("params":[],"result":{"name":"r","schema":{"$ref":")" +
               string(reference) + "\"}}}]}";
    };
    const file old(document("a.json")), now(document("b.json"));
    const ran got = checked({old.path(), now.path()});
    cr_expect(got.status == 0 && got.out == "no changes\n", "%s", got.out.c_str());
    const auto note = [](const string& name) {
        return "note: \"" + name + "\" is another document: its contents are not compared\n";
    };
    cr_expect(got.errors == note("a.json") + note("b.json"), "%s", got.errors.c_str());
}

Test(program_check, the_status_is_the_same_in_all_formats) {
    const file old(document_of(old_methods)), now(document_of(new_methods));
    for (const string format : {"text", "json", "markdown", "github"}) {
        const ran broken = checked({old.path(), now.path(), "--format", format});
        cr_expect(broken.status == 1 && broken.error.empty(), "%s", format.c_str());
        const ran equal = checked({"--format=" + format, old.path(), old.path()});
        cr_expect(equal.status == 0 && equal.error.empty(), "%s", format.c_str());
        cr_expect(!equal.out.empty());
    }
    checked.refuses({"a", "b", "--format", "xml\n"},
                    "--format: expected text, json, markdown or github, got \"xml?\"");
    const string json = checked({old.path(), now.path(), "--format", "json"}).out;
    cr_expect(json.starts_with(R"({"breaking":3,"others":6,"unlisted":0,"changes":[)"), "%s",
              json.c_str());
}

Test(program_check, annotations_are_of_the_new_file) {
    const file old(document_of(old_methods)), now(document_of(new_methods));
    const auto begin_of = [&](const string& name) {
        const string out = checked({old.path(), name, "--format=github"}).out;
        return out.substr(0, out.find("::hello: "));
    };
    cr_expect(begin_of(now.path()) == "::error file=" + now.path() + ",title=Breaking change");
    const int from = ::open(now.path().c_str(), O_RDONLY);
    ::dup2(from, STDIN_FILENO);
    cr_expect(begin_of("-") == "::error title=Breaking change");
}

Test(program_check, minus_is_standard_input) {
    const file old(document_of(old_methods) + "\n");
    const int from = ::open(old.path().c_str(), O_RDONLY);
    ::dup2(from, STDIN_FILENO);
    expect(checked({"-", old.path()}), 0, "no changes\n");
    const ran empty = checked({old.path(), "-"});
    cr_expect(empty.status == 2);
    cr_expect(empty.error ==
              "standard input: not JSON: line 1, column 1: expected a value", "%s",
              empty.error.c_str());
    ::close(STDIN_FILENO);
    cr_expect(checked({"-", old.path()}).error == "standard input: Bad file descriptor");
}

Test(program_check, a_change_is_one_line_whatever_is_in_the_names) {
    constexpr api none{};
    const file old(R"({"openrpc":"1.2.6","info":{"title":"\u202e","version":""},)"
                   R"("methods":[{"name":"a\nb\u007fc","params":[]}]})");
    const file now(document_of(none));
    expect(checked({old.path(), now.path()}), 1,
           "breaking: a?b?c: removed\n"
           "change: info: title changed from \"?\" to \"test\"\n"
           "change: info: version changed from \"\" to \"1\"\n"
           "1 breaking change, 2 others\n");
}

Test(program_check, servers_are_no_part_of_the_contract) {
    string served = document_of(old_methods);
    served.insert(served.find("\"methods\":["),
                  R"("servers":[{"name":"default","url":"https://example.org/api"}],)");
    const file old(served), plain(document_of(old_methods));
    expect(checked({old.path(), plain.path()}), 0, "no changes\n");
}

Test(program_check, wrong_arguments_are_refused) {
    const string two = "check requires two documents: check old.json http://127.0.0.1:8080/api";
    for (const std::vector<string>& words :
         {std::vector<string>{}, {"a"}, {"-"}, {"--", "a"}, {"--token-file", "a", "b"}})
        checked.refuses(words, two);
    checked.refuses({"a", "b", "c\n"}, "unexpected argument \"c?\" after the second document");
    checked.refuses({"-", "-"}, "OLD and NEW cannot both be standard input");
    checked.refuses({"--token-fil", "a"},
                    "unknown option --token-fil for check; did you mean --token-file?");
    checked.refuses({"a", "b", "--token-file="},
                    "--token-file requires an argument: the path of a file with a token");
}

Test(program_check, a_file_that_cannot_be_read_is_named) {
    checked.refuses({"/nowhere/old", "/dev/null"}, "/nowhere/old: No such file or directory");
    checked.refuses({"/nowhere\n", "/dev/null"}, "/nowhere?: No such file or directory");
    checked.refuses({"/tmp", "/dev/null"}, "/tmp: Is a directory");
    checked.refuses({"/etc/passwd/x", "/dev/null"}, "/etc/passwd/x: Not a directory");
    checked.refuses({string(5000, 'a'), "/dev/null"}, string(5000, 'a') + ": File name too long");
}

Test(program_check, a_file_that_is_no_document_is_refused) {
    expect_refused("{\"openrpc\":\"1.2.6\",\n\"methods\":]}",
                   "not JSON: line 2, column 11: expected a value");
    expect_refused(R"({"openrpc":"1.2.6","methods":[]})",
                   "not an OpenRPC document: missing \"info\"");
    expect_refused(R"({"openrpc":"1.2.6","info":{"title":"","version":""},)"
                   R"("methods":[{"name":"a\n","params":7}]})",
                   "not an OpenRPC document: method \"a\\n\": \"params\": expected array, got "
                   "integer");
}

Test(program_check, a_file_without_end_is_refused) {
    checked.refuses({"/dev/zero", "/dev/null"}, "/dev/zero: larger than 64 MiB");
    const file old("");
    cr_assert(::truncate(old.path().c_str(), (64 << 20) + 1) == 0);
    checked.refuses({old.path(), "/dev/null"}, old.path() + ": larger than 64 MiB");
    cr_assert(::truncate(old.path().c_str(), 64 << 20) == 0);
    checked.refuses({old.path(), "/dev/null"},
                    old.path() + ": not JSON: line 1, column 1: expected a value");
}

Test(program_check, our_own_server_returns_the_same_document_for_both_urls, .timeout = 60) {
    const support::folder in;
    wire::served server(in.address(), {});
    const string url = in.address() + ":/api";
    expect(checked({url, url + "/openrpc.json"}), 0, "no changes\n");
    cr_expect(checked({url, url + "/openrpc.json"}).errors.empty());
    const file old(document_of(::sample::table()));
    cr_expect(checked({old.path(), url}).out.ends_with(" others\n"));
    const string end = server.stop();
    cr_expect(end.empty(), "%s", end.c_str());
    const string error = checked({url, old.path()}).error;
    cr_expect(error.starts_with(url + ": cannot connect to " + in.address() + ": "), "%s",
              error.c_str());
}

Test(program_check, a_token_may_hide_methods, .timeout = 60) {
    const support::folder in;
    wire::served server(in.address(), {});
    const string url = in.address() + ":/api";
    const file old(document_of(::sample::table()));
    const std::vector<string> token{"CALLBOX_TOKEN=sixteen-and-more-of-it"};
    const string note = ": read with a token, which may hide methods outside its scope\n";
    cr_expect(checked({old.path(), url}, token).errors == "note: " + url + note);
    cr_expect(checked({url, url}, token).errors ==
              "note: " + url + note + "note: " + url + note);
    cr_expect(checked({old.path(), old.path()}, token).errors.empty());
    const string end = server.stop();
    cr_expect(end.empty(), "%s", end.c_str());
}

Test(program_check, a_token_is_read_only_for_a_url) {
    const file old(document_of(old_methods)), token("two words");
    expect(checked({old.path(), old.path(), "--token-file", token.path()}), 0, "no changes\n");
    expect(checked({old.path(), old.path()}, {"CALLBOX_TOKEN=two words"}), 0, "no changes\n");
    const string wrong = ": expected a token of at most 4096 characters on a single line";
    const string url = "unix:/nowhere";
    checked.refuses({old.path(), url, "--token-file", token.path()},
                    "the token file " + token.path() + wrong);
    cr_expect(checked({url, old.path()}, {"CALLBOX_TOKEN=two words"}).error ==
              "CALLBOX_TOKEN" + wrong);
}

}}  // namespace check_test
