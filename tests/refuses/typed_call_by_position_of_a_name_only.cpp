// refuses: callbox: more arguments are given here than the method takes by position
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"hello">("Ada", true);
}
