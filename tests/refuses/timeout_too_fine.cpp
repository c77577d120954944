// refuses: timeout
#include <callbox/callbox.hpp>

#include <chrono>

int f() { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::blocking,
                            callbox::timeout(std::chrono::microseconds(1500))),
};
