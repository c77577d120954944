// The compiler must refuse each WRONG line: these errors must not wait until run time.
#include "example.hpp"

void use(example::Client& api) {
#ifdef WRONG_1
    (void)api.math.add("2", 3);
#elif defined WRONG_2
    (void)api.math.add(2);
#elif defined WRONG_3
    (void)api.math.mul(2, 3);
#elif defined WRONG_4
    (void)api.math.mul({.a = 2, .c = 3});
#elif defined WRONG_5
    (void)api.math.div(2, 3);
#elif defined WRONG_6
    std::string sum = *api.math.add(2, 3);
#elif defined WRONG_7
    auto [a, b] = api.batch(api.math.add(2, 3), api.of.ping());
#else
    (void)api.math.add(2, 3);
    (void)api.math.mul({.a = 2, .b = 3});
    auto [a, b] = api.batch(api.of.math.add(2, 3), api.of.ping());
#endif
}
