#include "cli/reply.hpp"

#include <callbox/json.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace {

using namespace callbox::cli;
using std::string;
using std::string_view;

string replied(string text) {
    callbox::document notes;
    const reply is = read_reply(notes, text);
    if (is.kind == reply_kind::other) return "other";
    if (is.kind == reply_kind::result) return "result " + string(is.result);
    return "error " + string(is.code) + ' ' + string(is.message) + " [" + string(is.data) + ']';
}

}  // namespace

Test(cli_reply, a_reply_is_a_result_or_an_error) {
    cr_expect(replied(R"({"jsonrpc":"2.0","result":1.0,"id":1})") == "result 1.0");
    cr_expect(replied(R"( {"id" : 1,"result" : [1, 2] ,"jsonrpc":"2.0","x":1} )") ==
              "result [1, 2]");
    cr_expect(replied(R"({"jsonrpc":"2.0","result":null,"id":1})") == "result null");
    cr_expect(replied(R"({"jsonrpc":"2.0","error":{"code":-1,"message":"a\"b"},"id":1})") ==
              "error -1 a\"b []");
    cr_expect(replied(R"({"jsonrpc":"2.0","error":{"code":7,"message":"","data":[ ]},"id":null})")
              == "error 7  [[ ]]");
}

Test(cli_reply, all_else_is_no_reply) {
    for (const string_view text : {
             "", "x", "1", "[]", "{}", "<html>",
             R"([{"jsonrpc":"2.0","result":1,"id":1}])",
             R"({"result":1,"id":1})",
             R"({"jsonrpc":2.0,"result":1,"id":1})",
             R"({"jsonrpc":"1.0","result":1,"id":1})",
             R"({"jsonrpc":"2.0","id":1})",
             R"({"jsonrpc":"2.0","result":1})",
             R"({"jsonrpc":"2.0","result":1,"id":2})",
             R"({"jsonrpc":"2.0","result":1,"id":"1"})",
             R"({"jsonrpc":"2.0","result":1,"id":null})",
             R"({"jsonrpc":"2.0","result":1,"error":{"code":1,"message":"a"},"id":1})",
             R"({"jsonrpc":"2.0","error":null,"id":1})",
             R"({"jsonrpc":"2.0","error":"a","id":1})",
             R"({"jsonrpc":"2.0","error":{"code":"1","message":"a"},"id":1})",
             R"({"jsonrpc":"2.0","error":{"code":1},"id":1})",
             R"({"jsonrpc":"2.0","error":{"code":1,"message":"a"},"id":2})",
             R"({"jsonrpc":"2.0","result":1,"id":1} x)"})
        cr_expect(replied(string(text)) == "other", "%s", text.data());
}
