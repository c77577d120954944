// options::authenticate, asked without a network.
#include "asking.hpp"

#include <stdexcept>
#include <string>

namespace site_authenticate_test { namespace {

using callbox::identity, callbox::request_head, callbox::result;

// A number is a sender with a list of scopes of its own.
result<identity> recognized(const request_head& head) {
    if (head.bearer == "throws") throw std::runtime_error("on purpose");
    if (head.bearer == "throws_a_number") throw 7;
    return identity{"n", {"count", std::string(head.bearer)}};
}

struct sender : asked {
    sender() : asked(with(&options::authenticate, recognized)) {}
    wire::answer call(const std::string& bearer) {
        return post("Authorization: Bearer " + bearer + "\r\n");
    }
    void expect_unknown(const std::string& bearer) {
        const wire::answer got = call(bearer);
        cr_expect(got.status == 500, "%d", got.status);
        cr_expect(got.body.find("the sender cannot be recognized") != std::string::npos, "%s",
                  got.body.c_str());
    }
};

Test(site_authenticate, an_exception_of_any_type_is_a_rejection) {
    sender one;
    one.expect_unknown("throws");
    one.expect_unknown("throws_a_number");
    cr_expect(one.call("some").status == 200);
    cr_expect(calls == 1);
}

Test(site_authenticate, senders_have_at_most_1000_lists_of_scopes) {
    sender one;
    for (int i = 0; i < 1'000; ++i)
        cr_assert(one.call(std::to_string(i)).status == 200, "%d", i);
    one.expect_unknown("1000");
    cr_expect(one.call("999").status == 200);
    cr_expect(calls == 1'001, "%d", calls);
}

}}  // namespace site_authenticate_test
