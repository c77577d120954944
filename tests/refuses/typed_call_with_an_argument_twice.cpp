// refuses: callbox: two arguments are for the same parameter
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"add">(1, named<"b">(2), named<"a">(3));
}
