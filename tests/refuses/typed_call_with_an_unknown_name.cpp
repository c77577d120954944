// refuses: callbox: the method has no parameter with this name
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"hello">("Ada", named<"loud">(true));
}
