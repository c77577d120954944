// refuses: callbox: the result's type contains a view, which would not outlive the response
#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

std::vector<std::string_view> names() { return {"a"}; }

constexpr callbox::api methods{callbox::method<"names", names>("Names.")};

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"names">();
}
