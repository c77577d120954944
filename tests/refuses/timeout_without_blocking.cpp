// refuses: callbox: timeout requires blocking: a call on the event loop cannot be abandoned
#include "functions.hpp"

#include <chrono>

constexpr callbox::api methods{method<"f", none>("F.", callbox::timeout(std::chrono::seconds(2)))};
