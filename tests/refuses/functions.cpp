// Functions that cannot be methods.
#include <callbox/callbox.hpp>
#include <callbox/later.hpp>

#include <optional>
#include <string_view>

using callbox::api, callbox::method;

// ---- caller_before_state
// refuses: callbox: only the state, the first parameter, may be a non-const reference
struct counter { int n; };
int next(const callbox::caller&, counter& c) { return ++c.n; }
constexpr api methods{method<"next", next>("Next.", "c")};

// ---- caller_by_reference
// refuses: callbox: callbox::caller must be the first parameter, or the one after the state
// repair: Take it first, by value or const reference: `int half(const callbox::caller&, int n)`.
int half(callbox::caller&, int n) { return n / 2; }
constexpr api methods{method<"half", half>("Half.", "n")};

// ---- caller_second
// refuses: callbox: callbox::caller must be the first parameter, or the one after the state
int half(int n, const callbox::caller&) { return n / 2; }
constexpr api methods{method<"half", half>("Half.", "n", "caller")};

// ---- caller_twice
// refuses: callbox: callbox::caller must be the first parameter, or the one after the state
int half(const callbox::caller&, callbox::caller) { return 0; }
constexpr api methods{method<"half", half>("Half.", "caller")};

// ---- data_member
// refuses: callbox: register a function, a member function callable on an lvalue, or a lambda
// repair: Register a function that returns the member: `[](counter& c) { return c.n; }`.
struct counter { int n; };
constexpr api methods{method<"n", &counter::n>("No function.")};

// ---- member_function_of_an_rvalue
// refuses: callbox: register a function, a member function callable on an lvalue, or a lambda
struct counter { int take() && { return 1; } };
constexpr api methods{method<"take", &counter::take>("The state would be used up.")};

// ---- member_function_with_state_too
// refuses: callbox: only the state, the first parameter, may be a non-const reference
struct counter { int add(counter& other, int n) { return other.add(*this, n); } };
constexpr api methods{method<"add", &counter::add>("Its object is its state.", "n")};

// ---- too_many_parameters
// refuses: callbox: the function has more than 16 parameters
// repair: Take a struct with `describe()`, whose members are named.
int f(int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int) {
    return 0;
}
constexpr api methods{method<"f", f>("F.", "a", "b", "c", "d", "e", "f", "g", "h", "i",
                                        "j", "k", "l", "m", "n", "o", "p", "q")};

// ---- state_by_const_reference
// refuses: callbox: the state of these methods must be taken as T&, not as const T&
// repair: Take `store& s`: one function with `T&` makes `T` the state of the table.
struct store { int size; };
int size(store& s) { return s.size; }
int f(const store& s, int n) { return s.size + n; }
constexpr api methods{method<"size", size>("Size."), method<"f", f>("F.", "n")};

// ---- mutable_reference
// refuses: callbox: only the state, the first parameter, may be a non-const reference
// repair: Take `const std::string&` or `std::string_view`; `T&` is for the state alone.
int append(int& state, std::string& text) { return state + static_cast<int>(text.size()); }
constexpr api methods{method<"append", append>("Appends.", "text")};

// ---- text_by_mutable_reference
// refuses: callbox: a first parameter T& is state, not part of the call: take text
// repair: Take `const std::string&` or `std::string_view`.
int f(std::string& s) { return static_cast<int>(s.size()); }
constexpr api methods{method<"f", f>("F.", "s")};

// ---- later_and_blocking
// refuses: callbox: blocking cannot be combined with later<T>: the function returns at once
// repair: Remove `blocking`, or return the result from the function without `later<T>`.
void soon(int, callbox::later<int>) {}
constexpr api methods{callbox::thread_safe, method<"soon", soon>("Soon.", "n", callbox::blocking)};

// ---- later_and_result
// refuses: callbox: a function with later<T> must return void: its result is what later<T> is
// repair: Return `void`, and call the `later<int>` with the result.
int soon(callbox::later<int>) { return 1; }
constexpr api methods{method<"soon", soon>("Soon.")};

// ---- later_and_views
// refuses: callbox: a function with later<T> must own its arguments, as the message ends before
// repair: Take `std::optional<std::string>`.
void soon(const std::optional<std::string_view>&, callbox::later<int>) {}
constexpr api methods{method<"soon", soon>("Soon.", "text")};

// ---- later_and_views_in_a_struct
// refuses: callbox: a function with later<T> must own its arguments, as the message ends before
struct wanted { std::string_view name; };
constexpr auto describe(callbox::as<wanted>) {
    return callbox::fields{callbox::field("name", &wanted::name)};
}
struct order { std::vector<wanted> all; };
constexpr auto describe(callbox::as<order>) {
    return callbox::fields{callbox::field("all", &order::all)};
}
void soon(const order&, callbox::later<int>) {}
constexpr api methods{method<"soon", soon>("Soon.", "order")};

// ---- later_by_reference
// refuses: callbox: later<T> must be the last parameter; take it once, by value
void soon(int, const callbox::later<int>&) {}
constexpr api methods{method<"soon", soon>("Soon.", "n", "done")};

// ---- later_first
// refuses: callbox: later<T> must be the last parameter; take it once, by value
// repair: Move it to the end, by value: `void soon(int, callbox::later<int>)`.
void soon(callbox::later<int>, int) {}
constexpr api methods{method<"soon", soon>("Soon.", "done", "n")};

// ---- later_of_a_type_without_codec
// refuses: callbox
struct plain { void* where; };
void soon(callbox::later<plain>) {}
constexpr api methods{method<"soon", soon>("Soon.")};

// ---- later_twice
// refuses: callbox: later<T> must be the last parameter; take it once, by value
void soon(callbox::later<int>, callbox::later<int>) {}
constexpr api methods{method<"soon", soon>("Soon.", "done")};
