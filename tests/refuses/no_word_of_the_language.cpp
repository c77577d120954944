// refuses: callbox: method() accepts parameter names, arg and the attributes of
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", 5)};
