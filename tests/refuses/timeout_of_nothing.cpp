// refuses: a_timeout_must_be_1_ms_to_49_days
#include "functions.hpp"

#include <chrono>

constexpr callbox::api methods{
    method<"f", none>("F.", callbox::blocking, callbox::timeout(std::chrono::milliseconds(0))),
};
