// The token file: its syntax, and the holders of tokens.
#include "site/tokens.hpp"

#include <callbox/limits.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace tokens_test { namespace {

using callbox::site::tokens;

// With a line feed at the end of the last line.
std::string whole(std::string_view text) {
    return std::string(text) + (text.empty() || text.ends_with('\n') ? "" : "\n");
}

std::string problem_of(std::string_view text) {
    tokens ignored;
    return tokens::read(whole(text), ignored);
}

tokens made(std::string_view text) {
    tokens holders;
    const std::string problem = tokens::read(whole(text), holders);
    cr_assert(problem.empty(), "%s", problem.c_str());
    return holders;
}

// "deploy(math.* ping) watcher()"
std::string shown(const tokens& holders) {
    std::string all;
    for (const auto& holder : holders.all()) {
        all += (all.empty() ? "" : " ") + holder.name + '(';
        for (const std::string& scope : holder.scopes)
            all += (all.back() == '(' ? "" : " ") + scope;
        all += ')';
    }
    return all;
}

std::string holder_of(const tokens& holders, std::string_view token) {
    const auto at = holders.find(token);
    return at ? holders.all()[*at].name : "none";
}

constexpr std::string_view two = "a aaaaaaaaaaaaaaaa x\nb bbbbbbbbbbbbbbbb\n";
const std::string longest(256, 'l');

Test(site_tokens, a_line_is_a_name_a_token_and_scopes) {
    cr_expect(shown(made("deploy 0123456789abcdef math.* ping\n")) == "deploy(math.* ping)");
    cr_expect(shown(made("a 0123456789abcdef")) == "a()");
    cr_expect(shown(made("# x\n\n \t \n  # y\r\n\ta\t0123456789abcdef  *\t rpc.* \r\n")) ==
              "a(* rpc.*)");
    cr_expect(shown(made("a.b-c_1 -._~+/ABCDEFGHIJ0== *.get_*")) == "a.b-c_1(*.get_*)");
    cr_expect(shown(made(std::string(64, 'n') + ' ' + longest)) == std::string(64, 'n') + "()");
}

Test(site_tokens, an_error_names_its_line_but_reveals_no_token) {
    struct {
        std::string text;
        std::string_view wanted;
    } const rows[] = {
        {"", "no token in the file"},
        {"# a 0123456789abcdef\n", "no token in the file"},
        {"\n\na\n", "line 3: missing token after the name"},
        {"a  \n", "line 1: missing token after the name"},
        {"a/ 0123456789abcdef", "line 1: a name must"},
        {"\xc3\xa4 0123456789abcdef", "line 1: a name must"},
        {std::string(65, 'n') + " 0123456789abcdef", "line 1: a name must"},
        {"a 0123456789abcde", "line 1: a token must"},
        {"a " + longest + "l", "line 1: a token must"},
        {"a 0123456789abcdef\"", "line 1: a token must"},
        {"a 0123456789=abcdef", "line 1: a token must"},
        {"a ================", "line 1: a token must"},
        {std::string("a 0123456789abcdef\0", 19), "line 1: a token must"},
        {"a 0123456789abcdef x,y", "line 1: a scope must"},
        {"a 0123456789abcdef x #y", "line 1: a scope must"},
        {"a 0123456789abcdef\rb 1123456789abcdef", "line 1: a token must"},
        {"a 0123456789abcdef\na 1123456789abcdef", "line 2: duplicate name"},
        {"a 0123456789abcdef\nb 0123456789abcdef *", "line 2: duplicate token"},
    };
    for (const auto& [text, wanted] : rows) {
        const std::string got = problem_of(text);
        cr_expect(got.starts_with(wanted), "%s: %s", text.c_str(), got.c_str());
        cr_expect(got.find("0123456789") == got.npos, "it reveals the token: %s", got.c_str());
    }
}

// "*.add" truncated to "*" would permit every method.
Test(site_tokens, a_file_truncated_in_its_last_line_is_rejected) {
    const std::string text = "# all\na 0123456789abcdef *.add\n";
    tokens holders;
    cr_expect(tokens::read(text, holders).empty());
    for (std::size_t size = 1; size < text.size(); ++size) {
        const std::string problem = tokens::read(text.substr(0, size), holders);
        const bool is_line = text[size - 1] == '\n';
        cr_expect(problem == (is_line ? "no token in the file"
                                      : "the last line has no line feed"), "%zu", size);
        cr_expect(holders.all().empty());
    }
}

Test(site_tokens, as_many_as_tokens_max_are_read) {
    std::string text;
    for (std::size_t i = 0; i < callbox::tokens_max; ++i) {
        const std::string number = std::to_string(100'000 + i);
        text += 'n' + number + " 0123456789" + number + '\n';
    }
    const tokens all = made(text);
    cr_expect(all.all().size() == callbox::tokens_max);
    cr_expect(holder_of(all, "0123456789100999") == "n100999");
    cr_expect(problem_of(text + "n 0123456789abcdef") ==
              "line 1001: more than 1000 tokens");
}

Test(site_tokens, only_the_whole_token_finds_its_holder) {
    const tokens holders = made(std::string(two) + "c " + longest);
    cr_expect(holder_of(holders, "aaaaaaaaaaaaaaaa") == "a");
    cr_expect(holder_of(holders, "bbbbbbbbbbbbbbbb") == "b");
    cr_expect(holder_of(holders, longest) == "c");
    const std::string more = longest + "l";
    for (const std::string_view wrong :
         {"", "a", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab", "baaaaaaaaaaaaaaa",
          "AAAAAAAAAAAAAAAA", "x", more.c_str()})
        cr_expect(holder_of(holders, wrong) == "none", "%s", std::string(wrong).c_str());
    cr_expect(holder_of(tokens{}, "aaaaaaaaaaaaaaaa") == "none");
}

Test(site_tokens, reading_replaces_former_tokens) {
    tokens holders = made(two);
    cr_expect(tokens::read("c cccccccccccccccc\n", holders).empty());
    cr_expect(shown(holders) == "c()");
    cr_expect(holder_of(holders, "aaaaaaaaaaaaaaaa") == "none");
}

Test(site_tokens, a_bearer_token_is_taken_from_its_field) {
    using callbox::site::bearer_token;
    for (const char* value : {"Bearer abc", "bearer abc", "BEARER   abc"})
        cr_expect(bearer_token(value) == "abc", "%s", value);
    for (const char* value : {"", "Basic abc", "Bearerabc", "Bear abc", " Bearer abc", "abc"})
        cr_expect(!bearer_token(value), "%s", value);
    cr_expect(bearer_token("Bearer") == "" && bearer_token("Bearer ") == "");
    cr_expect(bearer_token("Bearer a b") == "a b");
}

}}  // namespace tokens_test
