// refuses: a_timeout_is_1_ms_to_49_days
#include <callbox/callbox.hpp>

#include <chrono>

int f() { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::blocking,
                            callbox::timeout(std::chrono::hours(24 * 50))),
};
