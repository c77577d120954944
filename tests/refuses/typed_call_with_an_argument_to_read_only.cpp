// refuses: callbox: the parameter's type can only be read
#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

struct colour {};
template <> struct callbox::codec<colour> {
    static constexpr type schema{.form = type_form::string};
    static bool read(value, colour&, violations&) { return true; }
};
int take(colour) { return 1; }

constexpr callbox::api methods{callbox::method<"take", take>("Takes.", "c")};

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"take">(colour{});
}
