// refuses: callbox: an argument must have its parameter's type
#include "functions.hpp"

#include <callbox/test.hpp>

constexpr callbox::api methods{method<"twice", number>("Twice.", "n")};

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"twice">(1.5);
}
