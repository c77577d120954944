// Hooks around the functions of a table.
#include <callbox/callbox.hpp>

using callbox::after, callbox::api, callbox::before, callbox::blocking, callbox::method,
    callbox::reads_only, callbox::seen_call, callbox::seen_end, callbox::with;

struct shop {};
struct other {};
int size(shop&) { return 1; }
constexpr api plain{method<"size", size>("How many.")};

// ---- hook_after_that_refuses
// refuses: callbox: after<> takes a function of ([State&,] const seen_call&, const seen_end&)
// repair: Return `void`, and take the parameters in this order; a `before` hook can refuse a call.
callbox::result<void> note(const seen_call&, const seen_end&) { return {}; }
constexpr api methods = with<plain>(after<note>);

// ---- hook_after_that_sees_no_end
// refuses: callbox: after<> takes a function of ([State&,] const seen_call&, const seen_end&)
void note(shop&, const seen_call&) {}
constexpr api methods = with<plain>(after<note>);

// ---- hook_before_that_sees_the_end
// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
// repair: Take `const seen_call&`, after the state if any; the end is for an `after` hook.
void check(const seen_call&, const seen_end&) {}
constexpr api methods = with<plain>(before<check>);

// ---- hook_of_another_state
// refuses: callbox: a hook must take the same state as the methods
// repair: Take the state of the table, `shop&`, or none; for a module, call `of<>` before `with<>`.
void check(other&, const seen_call&) {}
constexpr api methods = with<plain>(before<check>);

// ---- hook_inside_of_a_module
// refuses: callbox: a hook must take the same state as the methods: with<> stands around of<>
struct house { shop first; };
void check(house&, const seen_call&) {}
constexpr api hooked = with<plain>(before<check>);
constexpr api methods = callbox::of<&house::first>(hooked);

// ---- hook_that_returns_no_result
// refuses: callbox: no method takes the value that a before<> hook returns as a const T&
// repair: Return `callbox::result<void>`, which can hold an error, or `void`.
bool check(shop&, const seen_call&) { return false; }
constexpr api methods = with<plain>(before<check>);

// ---- hook_that_returns_another_value
// refuses: callbox: no method takes the value that a before<> hook returns as a const T&
struct user {};
int who(const user&) { return 1; }
constexpr api named{method<"who", who>("Who.")};
other check(const seen_call&) { return {}; }
constexpr api methods = with<named>(before<check>);

// ---- hook_that_is_missing
// refuses: callbox: a function takes a const T& without a JSON codec: a before<> hook of with<>
// repair: Enclose the table in `with<methods>(before<F>)`, where F returns a `user`.
struct user {};
int who(const user&) { return 1; }
constexpr api methods{method<"who", who>("Who.")};
int main() { return callbox::serve(methods); }

// ---- hook_that_is_missing_with_state
// refuses: callbox: a function takes a const T& without a JSON codec: a before<> hook of with<>
struct user {};
int who(shop&, const user&) { return 1; }
constexpr api methods{method<"who", who>("Who.")};
int main() {
    shop s;
    return callbox::serve(methods, s);
}

// ---- hook_that_is_missing_in_a_module
// refuses: callbox: a function takes a const T& without a JSON codec: a before<> hook of with<>
struct user {};
int who(const user&) { return 1; }
constexpr api methods{method<"who", who>("Who.")};
constinit const callbox::module part = methods;

// ---- hook_that_is_missing_in_a_part
// refuses: callbox: a function takes a const T& without a JSON codec: a before<> hook of with<>
struct user {};
struct house { shop of_it; };
int who(shop&, const user&) { return 1; }
constexpr api methods{method<"who", who>("Who.")};
constexpr api all = callbox::of<&house::of_it>(methods);
int main() {
    house h;
    return callbox::serve(all, h);
}

// ---- hook_that_sees_no_call
// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
void check(shop&) {}
constexpr api methods = with<plain>(before<check>);

// ---- hook_that_takes_a_caller
// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
void check(const callbox::caller&, const seen_call&) {}
constexpr api methods = with<plain>(before<check>);

// ---- hooks_of_two_states
// refuses: callbox: a hook must take the same state as the methods
void check(const seen_call&) {}
struct third { void note(const seen_call&, const seen_end&) const {} };
constexpr api methods = with<plain>(before<check>, after<&third::note>);

// ---- hooks_that_return_two_values
// refuses: callbox: only one before<> hook of a with<> returns a value
// repair: Return one struct from one hook; others return `void` or `callbox::result<void>`.
int who(const other&) { return 1; }
constexpr api named{method<"who", who>("Who.")};
other check(const seen_call&) { return {}; }
constexpr api methods = with<named>(before<check>, before<check>);

// ---- methods_of_two_values
// refuses: callbox: all methods of a table must take the same value of a hook
// repair: Take one type in all functions of the table, or join two tables, each with its hook.
struct user {};
int who(const user&) { return 1; }
int what(const other&) { return 1; }
constexpr api methods{method<"who", who>("Who."), method<"what", what>("What.")};

// ---- value_with_a_name
// refuses: callbox: a parameter's type has no JSON codec: give it a describe(as<T>) in its own
// refuses: user
struct user {};
int who(const user&) { return 1; }
constexpr api methods{method<"who", who>("Who.", "user")};  // here

// ---- no_function_as_a_hook
// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
inline constexpr int check = 1;
constexpr api methods = with<plain>(before<check>);

// ---- no_word_of_with
// refuses: callbox: with<> accepts only before<>, after<>, fails and raises<>
// repair: Move the attribute to the rows of the methods.
constexpr api methods = with<plain>(blocking);

// ---- tool_word_of_with
// refuses: callbox: with<> accepts only before<>, after<>, fails and raises<>
constexpr api methods = with<plain>(reads_only);
