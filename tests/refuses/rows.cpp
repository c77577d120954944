// Errors in one of several rows: names, functions, descriptions, states, hooks.
// The first messages must have the line of the row.
#include <callbox/callbox.hpp>

using callbox::api, callbox::arg, callbox::as, callbox::before, callbox::by_name_only,
    callbox::example, callbox::field, callbox::fields, callbox::method, callbox::one_of,
    callbox::tagged, callbox::with;

struct store { int size = 0; };
struct journal { int lines = 0; };
double add(double a, double b) { return a + b; }
int half(int n) { return n / 2; }
int none() { return 0; }
int size(store& s) { return s.size; }
int lines(journal& j) { return j.lines; }
template <typename T> int takes(T) { return 0; }

// ---- too_few_names
// refuses first: callbox: the function has more parameters than are named here
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"add", add>("The sum.", "a"),  // here
    method<"none", none>("Nothing."),
};

// ---- too_many_names
// refuses first: callbox: more parameters are named here than the function has
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"none", none>("Nothing.", "n"),  // here
    method<"add", add>("The sum.", "a", "b"),
};

// ---- no_description
// refuses first: callbox: the first argument of method() is the summary, a string literal
// repair: Pass a summary first: `method<"none", none>("Nothing.")`.
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"none", none>(),  // here
    method<"add", add>("The sum.", "a", "b"),
};

// ---- parameter_instead_of_a_description
// refuses first: callbox: the first argument of method() is the summary, a string literal
constexpr api methods{
    method<"add", add>("The sum.", "a", "b"),
    method<"half", half>(arg("n", "a number").at_least(0)),  // here
    method<"none", none>("Nothing."),
};

// ---- description_that_is_a_string
// refuses first: callbox: the first argument of method() is the summary, a string literal
constexpr api methods{
    method<"add", add>("The sum.", "a", "b"),
    method<"half", half>(std::string("Half."), "n"),  // here
    method<"none", none>("Nothing."),
};

// ---- nothing_after_by_name_only
// refuses first: by_name_only_must_precede_a_parameter
// repair: Pass it before the parameters that are passed by name: `"a", by_name_only, "b"`.
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"add", add>("The sum.", "a", "b", by_name_only),  // here
    method<"half", half>("Half.", "n"),
};

// ---- two_methods_share_a_name
// refuses first: callbox: two methods share a name
// refuses first: <0, 2>
// refuses not: tool
constexpr api methods{  // here
    method<"half", half>("Half.", "n"),
    method<"add", add>("The sum.", "a", "b"),
    method<"half", half>("Half again.", "n"),
};  // here

// ---- plus_in_a_name
// refuses first: callbox: a method name must consist of letters, digits, '.', '_', '-' and '/'
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"math+add", add>("The sum.", "a", "b"),  // here
    method<"none", none>("Nothing."),
};

// ---- unknown_attribute
// refuses first: callbox: method() accepts parameter names, arg and the attributes of
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"add", add>("The sum.", "a", "b", store{}),  // here
    method<"none", none>("Nothing."),
};

// ---- two_states
// refuses first: callbox: all methods of a table must take the same state type
constexpr api methods{  // here
    method<"size", size>("The size."),
    method<"half", half>("Half.", "n"),
    method<"lines", lines>("The lines."),
};  // here

// ---- state_is_missing
// refuses first: callbox: these methods take state: pass it too, as in serve(methods, state)
constexpr api methods{
    method<"size", size>("The size."),
    method<"half", half>("Half.", "n"),
};
int main(int argc, char** argv) {
    return callbox::run(methods, argc, argv);  // here
}

// ---- state_by_const_reference
// refuses first: callbox: the state of these methods must be taken as T&, not as const T&
// refuses first: free_places
int free_places(const store& s, int rooms) { return rooms - s.size; }
constexpr api methods{
    method<"size", size>("The size."),
    method<"free", free_places>("Free places.", "rooms"),
    method<"half", half>("Half.", "n"),
};

// ---- text_by_reference
// refuses first: callbox: only the state, the first parameter, may be a non-const reference
int append(store& s, std::string& text) { return s.size + static_cast<int>(text.size()); }
constexpr api methods{
    method<"size", size>("The size."),
    method<"append", append>("Appends.", "text"),  // here
    method<"half", half>("Half.", "n"),
};

// ---- pointer_to_characters
// refuses first: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
int length(int base, const char* text) { return base + text[0]; }
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"length", length>("The length.", "base", "text"),  // here
    method<"none", none>("Nothing."),
};

// ---- pointer_as_a_result
// refuses first: callbox: the result's type has no JSON codec
const int* find(int) { return nullptr; }
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"find", find>("Finds.", "n"),  // here
    method<"none", none>("Nothing."),
};

// ---- lambda_with_a_capture
// refuses first: lambda without captures | without_captures
// repair: Make the captured value a constant, a parameter or a member of the state.
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"twice", [factor = 2](int n) { return factor * n; }>("Twice.", "n"),  // here
    method<"none", none>("Nothing."),
};

// ---- lambda_with_auto
// refuses first: callbox: register a function, a member function callable on an lvalue, or a lambda
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"twice", [](auto n) { return 2 * n; }>("Twice.", "n"),  // here
    method<"none", none>("Nothing."),
};

// ---- overloaded_function
// refuses first: overload
// repair: Select one: `static_cast<int (*)(int)>(twice)`, or `takes<int>` of a template.
int twice(int n) { return 2 * n; }
double twice(double n) { return 2 * n; }
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"twice", twice>("Twice.", "n"),  // here
    method<"none", none>("Nothing."),
};

// ---- overloaded_member_function
// refuses first: overload
struct shelf {
    int put(int n) { return n; }
    int put(int n, int times) { return n * times; }
};
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"put", &shelf::put>("Puts.", "n"),  // here
    method<"none", none>("Nothing."),
};

// ---- function_template
// refuses first: overload
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"takes", takes>("Takes.", "n"),  // here
    method<"none", none>("Nothing."),
};

// ---- hook_with_another_parameter
// refuses first: callbox: before<> takes a function of ([State&,] const seen_call&)
bool is_allowed(std::string_view method) { return method != "none"; }
constexpr api plain{
    method<"half", half>("Half.", "n"),
    method<"none", none>("Nothing."),
};
constexpr api methods = with<plain>(before<is_allowed>);  // here

// ---- tags_are_the_same
// refuses first: callbox: two alternatives of a one_of share a tag
// refuses first: tagged_union<std::variant<card, cash>
struct card { int number; };
struct cash {};
using payment = std::variant<card, cash>;
constexpr auto describe(as<card>) { return fields{field{"number", &card::number}}; }
constexpr auto describe(as<cash>) { return fields{}; }
constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<cash>("card")};
}
constexpr api methods{
    method<"half", half>("Half.", "n"),
    method<"pay", takes<const payment&>>("Pays.", "p"),
    method<"none", none>("Nothing."),
};
