// refuses: callbox: with<> accepts only before<>, after<>, fails and raises<>
#include "functions.hpp"

constexpr callbox::api plain{method<"f", none>("F.")};
constexpr callbox::api methods = callbox::with<plain>(callbox::reads_only);
