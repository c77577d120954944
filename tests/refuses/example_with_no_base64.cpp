// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int f(const std::vector<std::byte>&) { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "octets", callbox::example({"AQI"}, 0))};
