// refuses: callbox: E in raises<E> must be an exception type without const or &
#include "shop.hpp"

constexpr callbox::api methods = callbox::with<plain>(raises<gone&>(2, "b"));
