// callbox/hooks.hpp - hooks before and after each call of a table's functions, and errors for
// exceptions.
//
//     callbox::result<void> allowed(shop& s, const callbox::seen_call& c) {
//         if (s.open || c.who.token == "owner") return {};
//         return callbox::failure{403, "the shop is closed"};
//     }
//     void note(shop& s, const callbox::seen_call& c, const callbox::seen_end& end) {
//         s.journal.add(c.method, end.error_code.value_or(0), end.took);
//     }
//
//     constexpr callbox::api plain{ ... };
//     constexpr callbox::api methods = callbox::with<plain>(
//         callbox::after<note>, callbox::before<allowed>,
//         callbox::fails(403, "the shop is closed"),
//         callbox::raises<std::out_of_range>(404, "not found"));
//
// with<>() returns the table with these attributes around each function; `+` joins it with tables
// made without with<>(). Each attribute encloses those after it and the function: `before` hooks
// run in order, `after` hooks in reverse. A call that a `before` hook refuses reaches neither the
// attributes after it nor the function. A with<>() around another encloses its attributes too.
//
// A hook is a plain function, a member function or a lambda without captures. It may take the state
// first, as methods do. It runs directly before or after the function, on the same thread: a pool
// thread for a blocking method. It runs for notifications too, and for each call of a batch. Calls
// of unknown methods, and of methods that the token does not allow, run no hooks.
//
// A `before` hook may return a value for the functions, which take it as a const T&: the first
// parameter that is neither state nor caller. T has no JSON codec; the parameter has no name in the
// table. The compiler rejects a program that serves such a function without its hook.
//
//     callbox::result<user> login(shop& s, const callbox::seen_call& c);
//     std::string greet(shop& s, const user& who, std::string_view word);
//
//     constexpr callbox::api greetings{method<"greet", greet>("Greets the user.", "word")};
//     constexpr callbox::api methods = callbox::with<greetings>(callbox::before<login>);
//
// Methods outside with<>() have no overhead. Calls of methods inside it are always parsed and do
// not use the fast path.
#pragma once

#include <callbox/method.hpp>

namespace callbox {

// A call as its hooks see it. The views are valid until the hook returns.
struct seen_call {
    const caller& who;
    const callbox::row& row;  // of the table: with row.scopes
    std::string_view method;
    // In a `before` hook, the params as sent: an unchecked array or object, often confidential.
    // Empty in an `after` hook, or if the call has none.
    std::string_view params = {};
};

// How a call ended.
struct seen_end {
    // The code of the error response: from the function, from an attribute after this one, or from
    // the protocol (-32602: invalid arguments; -32603: an exception). nullopt: success.
    std::optional<int> error_code;
    std::size_t result_bytes;       // of the result's JSON; 0 if it failed
    std::chrono::nanoseconds took;  // including the attributes after this one
};

template <auto Fn> struct before_attribute {};
// Calls Fn([State&,] const seen_call&) before the arguments are read. If it returns an error, in a
// result, that is the response and the function is not called. If it throws, the response is error
// -32603. A value that it returns lives until the function has returned.
template <auto Fn> inline constexpr before_attribute<Fn> before{};

template <auto Fn> struct after_attribute {};
// Calls Fn([State&,] const seen_call&, const seen_end&) when the call ends, even by an
// exception of the function or of an attribute after this one. If Fn throws, the
// response becomes error -32603. Fn does not see later events: a timeout, a client that
// disconnects, or the answer of a later<T>, whose call ends here when its function returns.
template <auto Fn> inline constexpr after_attribute<Fn> after{};

// The methods of a table with these attributes around each of them. Requires: `Methods`, a
// constexpr api, is at namespace scope or static. If a row itself declares a code of these fails()
// or raises<>(), its own message applies.
template <const auto& Methods, class... Attribute> consteval auto with(Attribute... attributes);

}  // namespace callbox

#include <callbox/detail/hooked.hpp>
