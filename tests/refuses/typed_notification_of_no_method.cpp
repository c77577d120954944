// refuses: callbox: the table has no method of this name
#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

using callbox::arg, callbox::by_name_only, callbox::method, callbox::named;

double add(double a, double b) { return a + b; }
bool hello(std::string_view name, bool loudly) { return loudly && !name.empty(); }

constexpr callbox::api methods{
    method<"add", add>("Adds.", "a", "b"),
    method<"hello", hello>("Greets.", arg("name"), by_name_only, arg("loudly") = false),
};

void test() {
    callbox::test::client<methods> client;
    (void)client.notify<"ad">(1, 2);
}
