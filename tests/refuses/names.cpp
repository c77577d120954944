// Names of methods, parameters and choices.
#include <callbox/callbox.hpp>

using callbox::api, callbox::as, callbox::choice, callbox::choices, callbox::method;

double add(double a, double b) { return a + b; }
int number(int n) { return n; }

// ---- two_methods_share_a_name
// refuses: callbox: two methods share a name
// refuses: names_differ_in_rows<0, 2>
// repair: Give each method a name of its own.
constexpr api methods{
    method<"math.add", add>("Sum.", "a", "b"),
    method<"math.sub", add>("Difference.", "a", "b"),
    method<"math.add", add>("Sum again.", "a", "b"),
};

// ---- joined_tables_share_a_name
// refuses: two_tables_share_a_method_name
// repair: Rename the method in one of the tables.
constexpr api one{method<"math.add", add>("Sum.", "a", "b")};
constexpr api two{method<"math.add", add>("Sum.", "a", "b")};
constexpr api methods = one + two;

// ---- choices_share_a_name
// refuses: callbox: two choices of an enumeration share a name
// repair: Give each choice a name of its own.
enum class tone { plain, cheerful };
constexpr auto describe(as<tone>) {
    return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "plain"}};
}
int hello(tone) { return 0; }
constexpr api methods{method<"hello", hello>("Hello.", "tone")};

// ---- name_of_the_protocol
// refuses: callbox: method names beginning with
// refuses: are reserved by JSON-RPC
// repair: Begin the name with another word.
constexpr api methods{method<"rpc.add", add>("Sum.", "a", "b")};

// ---- name_with_a_space
// refuses: callbox: a method name must consist of letters, digits, '.', '_', '-' and '/'
// repair: Use only these characters: `math.add`.
constexpr api methods{method<"math add", add>("Sum.", "a", "b")};

// ---- names_not_known_to_the_compiler
// refuses: getenv
// repair: Pass string literals or other constant expressions, and make the table `constexpr`.
#include <cstdlib>
double half(double a) { return a / 2; }
int main() {
    api methods{method<"math.half", half>(std::getenv("DOC"), "a")};
    return static_cast<int>(methods.rows().size());
}

// ---- parameter_without_a_name
// refuses: a_parameter_has_no_name
// repair: Name the parameter: `"n"`.
constexpr api methods{method<"half", number>("Half.", "")};

// ---- parameters_share_a_name
// refuses: two_parameters_share_a_name
// repair: Give each parameter a name of its own: `"a", "b"`.
constexpr api methods{method<"math.add", add>("Sum.", "a", "a")};

// ---- too_few_names
// refuses: callbox: the function has more parameters than are named here
// repair: Name each parameter but the state and the caller: `"a", "b"`.
constexpr api methods{method<"math.add", add>("Sum.", "a")};

// ---- too_many_names
// refuses: callbox: more parameters are named here than the function has
// repair: Remove the names without a parameter; the state, a caller and `later<T>` have none.
constexpr api methods{method<"half", number>("Half.", "a", "b")};

// ---- caller_with_a_name
// refuses: callbox: more parameters are named here than the function has
int half(const callbox::caller&, int n) { return n / 2; }
constexpr api methods{method<"half", half>("Half.", "caller", "n")};

// ---- member_function_with_too_few_names
// refuses: callbox: the function has more parameters than are named here
struct counter { int add(int n, int times) const noexcept { return n * times; } };
constexpr api methods{method<"add", &counter::add>("Adds.", "n")};
