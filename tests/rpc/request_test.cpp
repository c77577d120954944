// The members of a request, and its arguments by position.
#include "rpc/request.hpp"

#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>

namespace request_test { namespace {

using callbox::rpc::request;

Test(rpc_request, a_response_has_a_result_or_an_error_and_no_method) {
    const struct {
        const char* message;
        bool is_response;
    } rows[] = {
        {R"({"jsonrpc":"2.0","result":1,"id":1})", true},
        {R"({"jsonrpc":"2.0","error":{"code":1,"message":""},"id":1})", true},
        {R"({"id":1,"r\u0065sult":null})", true},
        {R"({"result":1,"method":1})", false},
        {R"({"method":null,"error":1})", false},
        {R"({"jsonrpc":"2.0","id":1})", false},
        {R"({"results":1,"Error":1,"":1})", false},
        {R"({"params":{"result":1}})", false},
        {"{}", false},
        {R"(["result"])", false},
        {R"("error")", false},
    };
    for (const auto& [message, is_response] : rows) {
        std::string text = message;
        callbox::document read;
        cr_assert(read.parse(text), "%s", message);
        const request one(read.root());
        cr_assert(one.wrong() != nullptr, "%s", message);
        cr_expect(one.is_response() == is_response, "%s", message);
    }
}

int last_of(int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int p) {
    return p;
}

Test(rpc_request, a_method_with_the_most_parameters_is_not_given_more) {
    constexpr callbox::api methods{callbox::method<"last", last_of>(
        "", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p")};
    static_assert(callbox::method_params_max == 16);
    std::string params = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]";
    cr_expect(callbox::answer(methods, made_up::sent("last", params)) == made_up::answered("16"));
    params.back() = ',';
    const std::string got = callbox::answer(methods, made_up::sent("last", params + "17]"));
    cr_expect(got.find("too many parameters: at most 16, got 17") != got.npos, "%s", got.c_str());
}

}}  // namespace request_test
