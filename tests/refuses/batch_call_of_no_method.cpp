// refuses: callbox: the table has no method of this name
#include <callbox/callbox.hpp>
#include <callbox/client.hpp>

using callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{
    method<"add", add>("Adds.", "a", "b"),
};

void test() {
    callbox::client<methods> api("http://127.0.0.1:8080/api");
    (void)api.of<"ad">(1, 2);
}
