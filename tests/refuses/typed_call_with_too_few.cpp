// refuses: callbox: a required parameter of the method is not given here
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"add">(1);
}
