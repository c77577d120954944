// refuses: callbox: a word other than fails, raises and example stands twice
#include <callbox/callbox.hpp>

#include <chrono>

using namespace std::chrono_literals;

int f() { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::blocking, callbox::timeout(1s), callbox::timeout(2s)),
};
