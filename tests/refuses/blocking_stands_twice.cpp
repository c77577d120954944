// refuses: callbox: a word other than fails, raises and example stands twice
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", callbox::blocking, callbox::blocking)};
