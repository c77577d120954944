// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int f(std::chrono::sys_seconds) { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "at", callbox::example({"2024-01-01T00:00:00.5Z"}, 0))};
