// refuses: callbox: attribute given twice; only fails, raises and example may repeat
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", callbox::blocking, callbox::blocking)};
