// refuses: an_example_has_more_than_32_values_and_braces
#include <callbox/callbox.hpp>

int size(const std::vector<int>& v) { return static_cast<int>(v.size()); }

constexpr callbox::api methods{
    callbox::method<"size", size>("Size.", "v",
        callbox::example({{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                           1, 1, 1, 1, 1, 1, 1, 1}}, 32)),
};
