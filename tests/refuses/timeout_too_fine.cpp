// refuses: timeout
#include "functions.hpp"

#include <chrono>

constexpr callbox::api methods{
    method<"f", none>("F.", callbox::blocking, callbox::timeout(std::chrono::microseconds(1500))),
};
