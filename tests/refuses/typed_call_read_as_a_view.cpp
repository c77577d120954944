// refuses: callbox: the result's type contains a view
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"add", std::vector<std::string_view>>(1, 2);
}
