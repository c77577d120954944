// refuses: callbox: an argument must have its parameter's type
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"add">(1, nullptr);
}
