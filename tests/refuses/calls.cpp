// Typed calls, by the test client and by callbox::client.
#include <callbox/callbox.hpp>
#include <callbox/client.hpp>
#include <callbox/event.hpp>
#include <callbox/test.hpp>

using callbox::api, callbox::arg, callbox::by_name_only, callbox::event, callbox::method,
    callbox::named;

struct colour {};
double add(double a, double b) { return a + b; }
bool hello(std::string_view name, bool loudly) { return loudly && !name.empty(); }
int number(int n) { return n; }
callbox::topic<int> ticks;
constexpr api methods{
    method<"add", add>("Adds.", "a", "b"),
    method<"hello", hello>("Greets.", arg("name"), by_name_only, arg("loudly") = false),
    method<"twice", number>("Twice.", "n"),
    event<"tick", &ticks>("A tick."),
};
callbox::test::client<methods> client;
callbox::client<methods> remote("http://127.0.0.1:8080/api");

// ---- typed_call_by_position_of_a_name_only
// refuses: callbox: there are more arguments than the method accepts by position
// repair: Remove the argument, or pass it by name: `named<"loudly">(true)`.
const auto outcome = client.call<"hello">("Ada", true);

// ---- typed_call_fraction_for_an_integer
// refuses: callbox: an argument must have its parameter's type
// repair: Pass a value of the parameter's type, such as 2, or a `callbox::json`.
const auto outcome = client.call<"twice">(1.5);

// ---- typed_call_of_no_method
// refuses: callbox: the table has no method with this name
// repair: Correct the name: `call<"add">(1, 2)`.
const auto outcome = client.call<"ad">(1, 2);

// ---- typed_call_read_as_a_view
// refuses: callbox: the result's type contains a view
// repair: Read an owning type: `std::vector<std::string>`.
const auto outcome = client.call<"add", std::vector<std::string_view>>(1, 2);

// ---- typed_call_with_a_name_before_a_position
// refuses: callbox: arguments by name must follow those by position
// repair: Pass arguments by position first, or all by name.
const auto outcome = client.call<"add">(named<"a">(1), 2);

// ---- typed_call_with_a_result_to_write_only
// refuses: callbox: the result's type can only be written
// repair: Give the codec a `read()`, or read a `callbox::json`.
template <> struct callbox::codec<colour> {
    static constexpr type schema{.form = type_form::string};
    static void write(writer& to, const colour&) { to.string("red"); }
};
colour first() { return {}; }
constexpr api colours{method<"first", first>("The first.")};
const auto outcome = callbox::test::client<colours>().call<"first">();

// ---- typed_call_with_an_argument_to_read_only
// refuses: callbox: the parameter's type can only be read
// repair: Give the codec a `write()`, or pass a `callbox::json`.
template <> struct callbox::codec<colour> {
    static constexpr type schema{.form = type_form::string};
    static bool read(value, colour&, violations&) { return true; }
};
int take(colour) { return 1; }
constexpr api colours{method<"take", take>("Takes.", "c")};
const auto outcome = callbox::test::client<colours>().call<"take">(colour{});

// ---- typed_call_with_an_argument_twice
// refuses: callbox: two arguments are for the same parameter
// repair: Pass each parameter by position or by name, not both.
const auto outcome = client.call<"add">(1, named<"b">(2), named<"a">(3));

// ---- typed_call_with_an_unknown_name
// refuses: callbox: the method has no parameter with this name
// repair: Correct the name: `named<"loudly">(true)`.
const auto outcome = client.call<"hello">("Ada", named<"loud">(true));

// ---- typed_call_with_another_type
// refuses: callbox: an argument must have its parameter's type
const auto outcome = client.call<"add">(1, "two");

// ---- typed_call_with_another_type_by_name
// refuses: callbox: an argument must have its parameter's type
const auto outcome = client.call<"hello">("Ada", named<"loudly">(1));

// ---- typed_call_with_null
// refuses: callbox: an argument must have its parameter's type
const auto outcome = client.call<"add">(1, nullptr);

// ---- typed_call_with_too_few
// refuses: callbox: the argument for a required parameter is missing
// repair: Pass the argument, or give its parameter a default in the table.
const auto outcome = client.call<"add">(1);

// ---- typed_call_with_too_many
// refuses: callbox: there are more arguments than the method accepts by position
const auto outcome = client.call<"add">(1, 2, 3);

// ---- typed_call_with_views_in_its_result
// refuses: callbox: the result's type contains a view, which would not outlive the response
std::vector<std::string_view> names() { return {"a"}; }
constexpr api views{method<"names", names>("Names.")};
const auto outcome = callbox::test::client<views>().call<"names">();

// ---- typed_notification_of_no_method
// refuses: callbox: the table has no method with this name
const auto outcome = client.notify<"ad">(1, 2);

// ---- batch_call_of_no_method
// refuses: callbox: the table has no method with this name
const auto outcome = remote.of<"ad">(1, 2);

// ---- batch_call_with_too_few
// refuses: callbox: the argument for a required parameter is missing
const auto outcome = remote.batch(remote.of<"add">(1));

// ---- client_call_with_another_type
// refuses: callbox: an argument must have its parameter's type
const auto outcome = remote.call<"add">(1, "two");

// ---- client_subscription_of_no_event
// refuses: callbox: the table has no method with this name
auto all = remote.subscribe<"tik">();

// ---- client_subscription_to_a_method
// refuses: callbox: only events can be subscribed to
// repair: Call the method with `call<"twice">(1)`.
auto all = remote.subscribe<"twice">(1);

// ---- client_subscription_with_too_many
// refuses: callbox: there are more arguments than the method accepts by position
auto all = remote.subscribe<"tick">(1);

// ---- events_of_a_method
// refuses: callbox: the table has no event with this name
const auto all = client.events<"twice">();

// ---- events_of_no_row
// refuses: callbox: the table has no event with this name
// repair: Correct the name: `events<"tick">()`.
const auto all = client.events<"tik">();

// ---- client_notification_of_no_method
// refuses: callbox: the table has no method with this name
const auto outcome = remote.notify<"ad">(1, 2);
