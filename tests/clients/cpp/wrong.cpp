// The compiler must refuse the marked lines and no others: these errors must not wait until run
// time.
#include "example.hpp"

void use(example::Client& api) {
    (void)api.math.add(2, 3);
    (void)api.math.add("2", 3);  // refused
    (void)api.math.add(2);  // refused
    (void)api.math.mul({.a = 2, .b = 3});
    (void)api.math.mul(2, 3);  // refused
    (void)api.math.mul({.a = 2, .c = 3});  // refused
    (void)api.math.div(2, 3);  // refused
    std::string sum = *api.math.add(2, 3);  // refused
    auto [a, b] = api.batch(api.of.math.add(2, 3), api.of.ping());
    auto [c, d] = api.batch(api.math.add(2, 3), api.of.ping());  // refused
}
