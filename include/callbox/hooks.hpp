// callbox/hooks.hpp - code around the functions of a table: checks before each call, records after
// it, exceptions as errors.
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
//         callbox::raises<std::out_of_range>(404, "there is no such thing"));
//
// with<>() returns the same methods with these attributes around each of them; `+` joins the table
// with others that have none. Each attribute encloses the attributes after it and the function:
// `before` hooks run in the order of the attributes, `after` hooks in reverse. A call that a
// `before` hook refuses reaches neither the attributes after it nor the function. with<>() of a
// table that already has attributes encloses those too.
//
// A hook is a plain function, a member function or a lambda without captures. It may take the state
// first, as methods do. It runs directly before or after the function, on the same thread: a pool
// thread for a blocking method. It runs for notifications too, and for each call of a batch. Calls
// that reach no function, because the method is unknown or forbidden for the token, run no hooks.
//
// Methods without attributes have no overhead. Calls of methods with attributes are always parsed:
// the fast path skips them.
#pragma once

#include <callbox/method.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

namespace callbox {

// A call as its hooks see it. The views are valid until the hook returns.
struct seen_call {
    const caller& who;
    std::string_view method;
    // In a `before`, the params as sent, an array or an object; not checked yet, and usually
    // confidential. Empty in an `after`, and if the call has none.
    std::string_view params = {};
};

// How a call ended.
struct seen_end {
    // The code of the error response: from the function, from an attribute after this one, or from
    // the protocol (-32602: invalid arguments; -32603: an exception). Nothing: the call succeeded.
    std::optional<int> error_code;
    std::size_t result_bytes;       // of the result's JSON; 0 if it failed
    std::chrono::nanoseconds took;  // including the attributes after this one
};

template <auto Fn> struct before_attribute {};
// Calls Fn([State&,] const seen_call&) before the arguments are read. If it returns an error, in a
// result<void>, that is the response and the function is not called. If it throws, the response is
// error -32603.
template <auto Fn> inline constexpr before_attribute<Fn> before{};

template <auto Fn> struct after_attribute {};
// Calls Fn([State&,] const seen_call&, const seen_end&) when the call has ended in any way,
// including an exception from the function or from an attribute after this one. If Fn throws, the
// response becomes error -32603. Fn does not see later events: a timeout, or a client that
// disconnects.
template <auto Fn> inline constexpr after_attribute<Fn> after{};

// The methods of a table with these attributes around each of them. Requires: `Methods`, a
// constexpr api, is at namespace scope or static. No row may already declare a code that fails() or
// raises<>() declares here.
template <const auto& Methods, class... Attribute> consteval auto with(Attribute... attributes);

}  // namespace callbox

#include <callbox/detail/hooked.hpp>
