// refuses: callbox: the table has no method with this name
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.notify<"ad">(1, 2);
}
