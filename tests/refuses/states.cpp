// The state of a table.
#include <callbox/callbox.hpp>
#include <callbox/test.hpp>

using callbox::answer, callbox::api, callbox::failing_examples, callbox::method, callbox::run,
    callbox::serve, callbox::server;

struct counter { int next() { return 1; } };
struct store { int size() const { return 1; } };
int next(int& state) { return ++state; }
int count(counter&, int n) { return n; }
int put(store&, int n) { return n; }
int one() { return 1; }
int two() { return 2; }
constexpr api methods{method<"next", next>("Next.")};

// ---- state_is_missing
// refuses: callbox: these methods take state: pass it too, as in serve(methods, state)
// repair: Make a variable of the state's type, here `int`, and pass it: `serve(methods, state)`.
int main() { return serve(methods); }

// ---- state_is_missing_in_a_client
// refuses: callbox: these methods take state: pass it too, as in serve(methods, state)
constexpr api counting{method<"next", &counter::next>("Next.")};
callbox::test::client<counting> client;

// ---- state_is_missing_in_answer
// refuses: callbox: these methods take state: pass it too, as in serve(methods, state)
std::string ask() { return answer(methods, "{}"); }

// ---- state_is_missing_in_an_answerer
// refuses: callbox: these methods take state: pass it too, as in serve(methods, state)
callbox::answerer answers(methods);

// ---- state_is_missing_in_examples
// refuses: callbox: these methods take state: pass it too, as in serve(methods, state)
bool good() { return failing_examples(methods).empty(); }

// ---- state_is_missing_in_run
// refuses: callbox: these methods take state: pass it too, as in serve(methods, state)
int main(int argc, char** argv) { return run(methods, argc, argv); }

// ---- state_is_missing_in_server
// refuses: callbox: these methods take state: pass it too, as in serve(methods, state)
int main() { server s(methods); }

// ---- state_without_need_in_examples
// refuses: callbox: pass failing_examples() the state of these methods, or a function
constexpr api stateless{method<"one", one>("One.")};
bool good() { return failing_examples(stateless, store{}).empty(); }

// ---- fresh_state_by_reference
// refuses: callbox: pass failing_examples() the state of these methods, or a function
int& old();
bool good() { return failing_examples(methods, old).empty(); }

// ---- fresh_state_of_another_type
// refuses: callbox: pass failing_examples() the state of these methods, or a function
// repair: Pass a function that returns the state by value: `[] { return 0; }`.
bool good() { return failing_examples(methods, [] { return std::string(); }).empty(); }

// ---- another_state_in_run
// refuses first: callbox: these methods take another state, by T&
// repair: Pass a variable of the type that the methods take, here `int`; nothing if they take none.
int main(int argc, char** argv) {
    store all;
    return run(methods, all, argc, argv);  // here
}

// ---- constant_state_in_run
// refuses first: callbox: these methods take another state, by T&
int main(int argc, char** argv) {
    const int first = 1;
    return run(methods, first, argc, argv);  // here
}

// ---- state_for_methods_without
// refuses first: callbox: these methods take another state, by T&
constexpr api plain{method<"one", one>("One.")};
int main(int argc, char** argv) {
    store all;
    return run(plain, all, argc, argv);  // here
}

// ---- two_states
// refuses: callbox: all methods of a table must take the same state type
// repair: Make a table for each state, and join them with `of<>`.
constexpr api mixed{method<"count", count>("Counts.", "n"), method<"store", put>("Stores.", "n")};

// ---- two_states_joined
// refuses: callbox: all methods of a table must take the same state type
constexpr api first{method<"count", count>("Counts.", "n")};
constexpr api second{method<"store", put>("Stores.", "n")};
constexpr api mixed = first + second;

// ---- table_that_ends_before_its_server
// refuses: callbox: the table must outlive the server: give it a name
// repair: Give the table a name: `constexpr api methods = a + b;`.
constexpr api a{method<"one", one>("")};
constexpr api b{method<"two", two>("")};
int main() { server s(a + b); }

// ---- member_function_of_another_state
// refuses: callbox: all methods of a table must take the same state type
constexpr api mixed{method<"next", &counter::next>("Next."), method<"size", &store::size>("Size.")};

// ---- part_of_another_state
// refuses: callbox: of<> must lead to the state that these methods take
struct house { counter first; store cellar; };
constexpr api parts = callbox::of<&house::cellar>(api{method<"next", &counter::next>("Next.")});

// ---- part_by_value
// refuses: callbox: of<> must lead to the state that these methods take
// repair: Return a reference: `counter& copy_of(house& h)`.
struct house { counter first; };
counter copy_of(house& h) { return h.first; }
constexpr api parts = callbox::of<copy_of>(api{method<"next", &counter::next>("Next.")});

// ---- part_of_nothing
// refuses: callbox: of<> takes a member of the state, or a function of it
// repair: Take the state of the whole: `counter& counter_of(house& h)`.
counter& counter_of() { static counter one; return one; }
constexpr api parts = callbox::of<counter_of>(api{method<"next", &counter::next>("Next.")});

// ---- part_for_methods_without_state
// refuses: callbox: these methods take no state: join them without of<>
// repair: Join the table itself: `a + b`.
struct house { counter first; };
constexpr api parts = callbox::of<&house::first>(api{method<"one", one>("One.")});

// ---- parts_of_parts
// refuses: a_method_is_nested_too_deep
// repair: Reach the part in one step, `of<F>`, where F is a function that calls `next()` twice.
struct chain { chain& next() { return *this; } int size() { return 1; } };
constexpr api a{method<"size", &chain::size>("Size.")};
constexpr api b = callbox::of<&chain::next>(callbox::of<&chain::next>(a));
constexpr api c = callbox::of<&chain::next>(callbox::of<&chain::next>(b));
constexpr api d = callbox::of<&chain::next>(c);

// ---- module_of_a_temporary_table
// refuses: deleted
// repair: Give the table a name: `constexpr api methods = a + b;`.
constexpr api a{method<"one", one>("One.")};
constexpr api b{method<"two", two>("Two.")};
const callbox::module both = a + b;

// ---- joined_tables_that_are_no_modules
// refuses: no matching function
// repair: Join tables with `+`, or make a `callbox::module` of each.
constexpr api a{method<"one", one>("One.")};
int main() { return serve(callbox::join(a)); }
