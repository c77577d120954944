// refuses: callbox: there are more arguments than the method accepts by position
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"hello">("Ada", true);
}
