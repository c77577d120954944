// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int f(const std::map<std::string, int>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").keys<callbox::length(1, 1)>(),
                            callbox::example({{{"ab", 1}}}, 1)),
};
