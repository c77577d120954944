// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int f(std::chrono::year_month_day) { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "day", callbox::example({"2023-02-29"}, 0))};
