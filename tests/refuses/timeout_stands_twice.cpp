// refuses: callbox: attribute given twice; only fails, raises and example may repeat
#include "functions.hpp"

#include <chrono>

using namespace std::chrono_literals;

constexpr callbox::api methods{
    method<"f", none>("F.", callbox::blocking, callbox::timeout(1s), callbox::timeout(2s)),
};
