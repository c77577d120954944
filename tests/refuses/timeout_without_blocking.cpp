// refuses: callbox: timeout is for blocking methods: a call that is not on a thread of its own
#include "functions.hpp"

#include <chrono>

constexpr callbox::api methods{method<"f", none>("F.", callbox::timeout(std::chrono::seconds(2)))};
