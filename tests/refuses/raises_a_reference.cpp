// refuses: callbox: raises<E> names the type of an exception, without const or &
#include "shop.hpp"

constexpr callbox::api methods = callbox::with<plain>(raises<gone&>(2, "b"));
