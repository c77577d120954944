// refuses: callbox: arguments by name must follow those by position
#include "two_methods.hpp"

#include <callbox/test.hpp>

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"add">(named<"a">(1), 2);
}
