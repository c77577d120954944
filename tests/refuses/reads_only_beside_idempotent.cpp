// refuses: callbox: reads_only cannot be combined with adds_only or idempotent
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", callbox::reads_only, callbox::idempotent)};
