// refuses: callbox: attribute given twice; only fails, raises and example may repeat
#include "functions.hpp"

constexpr callbox::api methods{
    method<"f", number>("F.", "n", callbox::returns("a"), callbox::returns("b")),
};
