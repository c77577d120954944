// refuses: callbox: timeout is for blocking methods: a call that is not on a thread of its own
#include <callbox/callbox.hpp>

#include <chrono>

int f() { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::timeout(std::chrono::seconds(2))),
};
