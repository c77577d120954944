// The runner of conversations detects all deviations.
#include "support/play.hpp"
#include "support/script.hpp"
#include "support/transcript.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace wire_runner_test { namespace {

using namespace wire;
using namespace std::string_view_literals;

constexpr std::string_view good_head =
    "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
    "Content-Type: application/json\r\nContent-Length: 2\r\n";

// A server that sends a fixed response, then closes the connection or leaves it open.
class parrot final : public peer {
public:
    parrot(std::string says, arrival then) : says_(std::move(says)), then_(then) {}
    void send(std::string_view bytes) override { heard.emplace_back(bytes); }
    void end() override { ended = true; }
    void wait(int) override {}
    arrival receive(std::string& out) override {
        if (says_.empty()) return then_;
        out += says_;
        says_.clear();
        return arrival::bytes;
    }
    std::vector<std::string> heard;
    bool ended = false;

private:
    std::string says_;
    arrival then_;
};

// The result of playing a conversation with a server that sends `answer`.
std::string verdict(const std::string& script, const std::string& answer,
                    peer::arrival then = peer::arrival::closed) {
    const auto read = read_script("x.txt", "= title\n" + script);
    cr_assert(read.mistake.empty(), "%s", read.mistake.c_str());
    parrot server(answer, then);
    return play(read.conversations[0], server, {});
}

std::string good(const std::string& body = "[]") { return std::string(good_head) + "\r\n" + body; }

Test(wire_runner, a_conversation_as_scripted_has_no_error) {
    const std::string error = verdict("--> x\n<-- []\n", good());
    cr_assert(error.empty(), "%s", error.c_str());
}

Test(wire_runner, an_error_has_file_line_expected_and_got) {
    const std::string error = verdict("--> x\n<-- {}\n", good());
    cr_assert(is_like(error, "x.txt:3: title...expected: {}...got:      []"), "%s", error.c_str());
}

Test(wire_runner, detects_differences_from_the_script) {
    const char* const scripts[] = {"< 204\n",
                                   "<-- nothing\n",
                                   "< 200\n<= [1]\n",
                                   "< 200\n<=\n",
                                   "< 200\n<! Date\n",
                                   "< 200\n< Allow: ...\n",
                                   "< 200\n< Content-Length: 3\n",
                                   "<-- error -32600 id 1\n",
                                   "< refused 400\n",
                                   "< 200\n<!~ [...]\n",
                                   "< 200\n<~ {...\n",
                                   "closed\n",
                                   "<-- []\n<-- []\n"};
    for (const char* script : scripts)
        cr_expect(!verdict(std::string("--> x\n") + script, good()).empty(), "%s", script);
}

Test(wire_runner, detects_bytes_after_the_end) {
    cr_expect(!verdict("--> x\n<-- []\n", good() + "H").empty());
    cr_expect(!verdict("--> x\n<-- []\nclosed\n", good() + "H").empty());
    cr_expect(!verdict("--> x\n<-- []\nclosed\n", good(), peer::arrival::quiet).empty());
    cr_expect(!verdict("--> x\n<-- []\nclosed\n", good(), peer::arrival::broken).empty());
    cr_expect(verdict("--> x\n<-- []\ngone\n", good(), peer::arrival::broken).empty());
    cr_expect(!verdict("--> x\n<-- []\ngone\n", good(), peer::arrival::quiet).empty());
    cr_expect(!verdict("--> x\n<-- []\n", good(), peer::arrival::quiet).empty());
}

Test(wire_runner, detects_responses_without_required_parts) {
    const std::string_view date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
    const std::string answers[] = {
        "HTTP/1.0 200 OK\r\n" + std::string(date) + "Content-Length: 0\r\n\r\n",
        "HTTP/1.1 200\r\n" + std::string(date) + "Content-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nDate: 06 Nov 1994\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n" + std::string(date) + "\r\n",
        "HTTP/1.1 200 OK\r\n" + std::string(date) + "Content-Length: 1\r\n\r\nx",
        "HTTP/1.1 200 OK\r\n" + std::string(date) + std::string(date) + "Content-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n" + std::string(date) +
            "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\n" + std::string(date) + "Content-Length : 0\r\n\r\n",
        std::string(good_head) + "\r\n[}",
        std::string(good_head) + "\r\n[",
        std::string(good_head) + "\r\n\"\xff",
    };
    for (const std::string& answer : answers)
        cr_expect(!verdict("--> x\n< 200\n", answer).empty(), "%s", shown(answer).c_str());
    cr_expect(!verdict("--> x\n< 204\n", "HTTP/1.1 204 No Content\r\n" + std::string(date) +
                                             "Content-Length: 0\r\n\r\n")
                   .empty());
}

Test(wire_runner, an_unknown_line_is_an_error) {
    const char* const lines[] = {"-> x",   "<- x",     "<",          "wait 5", "wait x ms",
                                 "< 99",   "<= x",     "< Allow: x", "> \\q",  "> \\",
                                 "> \\*3", "option x", "<-- error 1"};
    for (const char* line : lines) {
        const auto read = read_script("x.txt", std::string("= title\n") + line + "\n");
        cr_expect(is_like(read.mistake, "x.txt:2: ..."), "%s", line);
    }
    cr_expect(!read_script("x.txt", "--> x\n").mistake.empty());
}

Test(wire_runner, sends_what_the_lines_say) {
    const auto read =
        read_script("x.txt", "= t\n> a\\x00\\s\n>> b\\*3{c\\n}\n>= d\n>% efghijklmno\n");
    cr_assert(read.mistake.empty());
    std::string all;
    for (const step& s : read.conversations[0].steps) all += s.text;
    const auto expected = "a\0 \r\nbc\nc\nc\nContent-Length: 1\r\n\r\ndb\r\nefghijklmno\r\n"sv;
    cr_expect(all == expected, "%s", shown(all).c_str());
}

Test(wire_runner, a_conversation_with_rows_is_repeated_for_each_row) {
    const auto read = read_script("x.txt", "option --a\n= t\n>> $-$\nrow b\nrow none |\n"
                                           "row c | $d | e\n= u\n>> $\n");
    cr_assert(read.mistake.empty(), "%s", read.mistake.c_str());
    std::string all;
    for (const conversation& each : read.conversations)
        all += std::to_string(each.line) + ' ' + each.title + ": " + each.steps[0].text + '\n';
    cr_expect(all == "4 t: b: b-b\n5 t: none: -\n6 t: c: $d | e-$d | e\n7 u: $\n", "%s",
              all.c_str());
    for (const conversation& each : read.conversations) cr_expect(each.options.size() == 1);
    cr_expect(is_like(read_script("x.txt", "row a\n= t\n").mistake, "x.txt:1: ..."));
}

Test(wire_runner, cuts_at_the_given_places) {
    const auto read = read_script("x.txt", "= t\n>> abc\n>> def\n");
    parrot whole("", peer::arrival::closed), two(whole), single(whole);
    cr_expect(play(read.conversations[0], whole, {}).empty());
    cr_expect(whole.heard == std::vector<std::string>{"abcdef"});
    cr_expect(play(read.conversations[0], two, {false, 4}).empty());
    cr_expect((two.heard == std::vector<std::string>{"abcd", "ef"}));
    cr_expect(play(read.conversations[0], single, {true}).empty());
    cr_expect(single.heard.size() == 6);
    cr_expect(whole.ended);
}

Test(wire_runner, dots_stand_for_any_bytes) {
    struct {
        const char *text, *pattern;
        bool like;
    } const rows[] = {
        {"abc", "abc", true},    {"abc", "...", true},   {"abc", "a...", true},
        {"abc", "...c", true},   {"abc", "a...c", true}, {"ac", "a...c", true},
        {"abab", "...ab", true}, {"a", "a...a", false},  {"abc", "ab", false},
        {"abc", "b...", false},  {"abc", "...b", false}, {"abcbd", "a...b...d", true},
        {"", "...", true},       {"", "", true},         {"aXbYc", "a...b...b...c", false},
    };
    for (const auto& row : rows)
        cr_expect(is_like(row.text, row.pattern) == row.like, "%s %s", row.text, row.pattern);
}

Test(wire_runner, recognizes_json_and_dates) {
    for (const char* text : {"{}", "[1,-0.5e+3,\"\\u00e9\\n\",{\"a\":[null,true,false]}]", " 0 "})
        cr_expect(is_json(text), "%s", text);
    for (const char* text : {"", "{", "[1,]", "{\"a\"}", "01", "1.", "-", "\"\\x\"", "nul", "[] []",
                             "\"\n\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "'a'"})
        cr_expect(!is_json(text), "%s", shown(text).c_str());
    cr_expect(is_fixdate("Sun, 06 Nov 1994 08:49:37 GMT"));
    for (const char* text : {"Sun, 6 Nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
                             "Sun, 06 Nuv 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
                             "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", ""})
        cr_expect(!is_fixdate(text), "%s", text);
}

}}  // namespace wire_runner_test
