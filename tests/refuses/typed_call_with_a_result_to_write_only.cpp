// refuses: callbox: the result's type can only be written
#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

struct colour {};
template <> struct callbox::codec<colour> {
    static constexpr type schema{.form = type_form::string};
    static void write(writer& to, const colour&) { to.string("red"); }
};
colour first() { return {}; }

constexpr callbox::api methods{callbox::method<"first", first>("The first.")};

void test() {
    callbox::test::client<methods> client;
    (void)client.call<"first">();
}
