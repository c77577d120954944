// The methods of the example program. Replace them with your own functions and rows.
#pragma once

#include <callbox/callbox.hpp>

namespace demo {

using callbox::arg, callbox::by_name_only, callbox::example, callbox::fails, callbox::method,
    callbox::reads_only;

using integer = std::int64_t;

inline std::string_view ping() { return "pong"; }

// A result that does not fit 64 bits is an error, never a wrong number.

inline callbox::result<integer> add(integer a, integer b) {
    integer sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return callbox::failure{1, "the sum does not fit 64 bits"};
    return sum;
}

inline callbox::result<integer> sub(integer a, integer b) {
    integer difference = 0;
    if (__builtin_sub_overflow(a, b, &difference))
        return callbox::failure{1, "the difference does not fit 64 bits"};
    return difference;
}

inline callbox::result<integer> mul(integer a, integer b) {
    integer product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return callbox::failure{1, "the product does not fit 64 bits"};
    return product;
}

inline std::string hello(std::string_view name) {
    std::string greeting("Hello, ");
    greeting.reserve(greeting.size() + name.size() + 1);
    greeting += name;
    greeting += '!';
    return greeting;
}

inline constexpr callbox::api methods{
    callbox::thread_safe,
    method<"ping", ping>("Answers \"pong\".", example({}, "pong"), reads_only),
    method<"math.add", add>("The sum of two integers.", "a", "b",
        fails(1, "the sum does not fit 64 bits"), example({2, 3}, 5), reads_only),
    method<"math.sub", sub>("The difference of two integers.", "a", "b",
        fails(1, "the difference does not fit 64 bits"), example({2, 3}, -1),
        reads_only),
    method<"math.mul", mul>("The product of two integers.", by_name_only, "a", "b",
        fails(1, "the product does not fit 64 bits"), example({2, 3}, 6), reads_only),
    method<"greeting.hello", hello>("Returns a greeting.", arg("name", "the name to greet"),
        example({"Ada"}, "Hello, Ada!"), reads_only),
};

}  // namespace demo
