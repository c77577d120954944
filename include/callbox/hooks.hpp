// callbox/hooks.hpp - what stands around the functions of a table: checks before each call, notes
// after it, exceptions as errors.
//
//     callbox::result<void> allowed(shop& s, const callbox::seen_call& c) {
//         if (s.open || c.who.token == "owner") return {};
//         return callbox::failure{403, "the shop is closed"};
//     }
//     void note(shop& s, const callbox::seen_call& c, const callbox::seen_end& how) {
//         s.journal.add(c.method, how.error_code.value_or(0), how.took);
//     }
//
//     constexpr callbox::api plain{ ... };
//     constexpr callbox::api methods = callbox::with<plain>(
//         callbox::after<note>, callbox::before<allowed>,
//         callbox::fails(403, "the shop is closed"),
//         callbox::raises<std::out_of_range>(404, "there is no such thing"));
//
// with<>() gives the same methods with these attributes around each of them; `+` joins them with others
// that are without. Each attribute stands around those behind it and around the function: a `before`
// runs in the order of the attributes, an `after` in reverse, and what an outer `before` refuses reaches
// nothing behind it. with<>() of a table that has attributes already stands around those too.
//
// A hook is a plain function, a member function or a lambda without captures. It may take the state
// first, as methods do, and runs on the same thread right before or behind the function: on the
// thread pool for a blocking method, and whether the client waits or only notifies. In a batch each
// call has its own. Calls that no function is found for, unknown methods and those that a token may
// not call, are seen by none.
//
// Methods without attributes pay nothing. One with attributes is parsed each time, even if it is like the one
// before it.
#pragma once

#include <callbox/method.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace callbox {

// A call as its hooks see it. The views live until the hook returns.
struct seen_call {
    const caller& who;
    std::string_view method;
    // For a `before`, the params as they were sent, an array or an object; else, and where there
    // are none, empty. They are not checked yet. Usually they are secret.
    std::string_view params = {};
};

// How a call ended.
struct seen_end {
    // The code of the error that is answered: the function's, that of an attribute behind this one, or
    // the protocol's (-32602: the arguments are wrong; -32603: it threw). Nothing: it succeeded.
    std::optional<int> error_code;
    std::size_t result_bytes;       // of the result's JSON; 0 if it failed
    std::chrono::nanoseconds took;  // with the attributes behind this one
};

template <auto Fn> struct before_attribute {};
// Calls Fn([State&,] const seen_call&) before the arguments are read. If it returns an error, a
// result<void>, that is the answer and the function is not called; if it throws, -32603 is.
template <auto Fn> inline constexpr before_attribute<Fn> before{};

template <auto Fn> struct after_attribute {};
// Calls Fn([State&,] const seen_call&, const seen_end&) when the call has ended, whatever the end,
// also when what is behind this attribute threw. If it throws itself, the answer becomes -32603. What
// happens behind all attributes it can't see: a timeout, a client that has left.
template <auto Fn> inline constexpr after_attribute<Fn> after{};

// The methods of a table with these attributes around each of them. Requires: `Methods`, a constexpr
// api, is at namespace scope or static. A code that fails() or raises<>() declares must not be
// declared by a row already.
template <const auto& Methods, class... Attribute> consteval auto with(Attribute... attributes);

}  // namespace callbox

#include <callbox/detail/hooked.hpp>
