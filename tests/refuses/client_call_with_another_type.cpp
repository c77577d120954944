// refuses: callbox: an argument is not of its parameter's type
#include <callbox/callbox.hpp>
#include <callbox/client.hpp>

using callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{
    method<"add", add>("Adds.", "a", "b"),
};

void test() {
    callbox::client<methods> api("http://127.0.0.1:8080/api");
    (void)api.call<"add">(1, "two");
}
