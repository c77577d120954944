// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int f(const std::vector<int>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").each<callbox::in(1, 2)>(),
                            callbox::example({{1, 3}}, 1)),
};
