// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

int f(const std::vector<std::string>& v) { return static_cast<int>(v.size()); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").each<callbox::pattern<"^[a-z]$">()>(),
                            callbox::example({{"a", "B"}}, 2)),
};
