// refuses: callbox: the argument for a required parameter is missing
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"add">(1);
}
