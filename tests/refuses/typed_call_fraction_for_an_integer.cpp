// refuses: callbox: an argument is not of its parameter's type
#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

int twice(int n) { return 2 * n; }

constexpr callbox::api methods{callbox::method<"twice", twice>("Twice.", "n")};

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"twice">(1.5);
}
