// Connections of one loop know the heads of each other's requests.
#include "talk.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <utility>

namespace known_heads_test { namespace {

using namespace net_test;

struct loop : two_links<> {
    using two_links::two_links;

    void read_tokens(std::string_view text) {
        callbox::site::tokens made;
        cr_assert(callbox::site::tokens::read(text, made).empty());
        site.admit(std::move(made));
    }
    bool knows(const std::string& request) {
        callbox::http::parser parser(how.limits);
        return common.heads.feed(parser, request) == callbox::http::progress::done &&
               parser.message().head_id != 0;
    }
};

bool ends_with(const std::string& answer, std::string_view text) {
    return answer.starts_with("HTTP/1.1 200 ") && answer.ends_with(result(text));
}

Test(server_known_heads, what_one_connection_sent_another_may_send_in_pieces) {
    loop one;
    for (const char* text : {"a", "b", "c"})
        cr_expect(ends_with(one.send(0, post(call(text))), text));
    cr_assert(one.knows(post(call("d"))));
    const std::string request = post(call("d"));
    for (std::size_t cut = 0; cut < request.size(); ++cut) {
        if (cut > 0) cr_expect(one.send(1, request.substr(0, cut)).empty(), "%zu", cut);
        cr_expect(ends_with(one.send(0, post(call("e"))), "e"), "%zu", cut);
        cr_expect(ends_with(one.send(1, request.substr(cut)), "d"), "%zu", cut);
    }
    const std::string two = one.send(1, post(call("f")) + post(call("g")));
    cr_expect(two.find(result("f")) != two.npos && ends_with(two, "g"));
}

Test(server_known_heads, a_token_that_goes_while_a_body_comes_is_refused) {
    loop one(with(&callbox::options::token_file, "named, and read by somebody else"));
    one.read_tokens("a aaaaaaaaaaaaaaaa *\n");
    const std::string request = post(call("x"), "Authorization: Bearer aaaaaaaaaaaaaaaa\r\n");
    for (int i = 0; i < 3; ++i) cr_expect(ends_with(one.send(0, request), "x"));
    cr_assert(one.knows(request));
    cr_expect(one.send(1, request.substr(0, request.size() - 1)).empty());
    one.read_tokens("b bbbbbbbbbbbbbbbb *\n");
    cr_expect(one.send(1, request.substr(request.size() - 1)).starts_with("HTTP/1.1 401"));
    cr_expect(one.send(0, request).starts_with("HTTP/1.1 401"));
    cr_expect(one.called.count == 3);
}

Test(server_known_heads, without_shapes_none_is_known) {
    loop one(with(&callbox::options::shapes, false));
    for (int i = 0; i < 5; ++i) cr_expect(ends_with(one.send(0, post(call("a"))), "a"));
    cr_expect(!one.knows(post(call("a"))));
}

}}  // namespace known_heads_test
