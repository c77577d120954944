// refuses: an_error_code_belongs_to_the_protocol
#include "shop.hpp"

constexpr callbox::api methods = callbox::with<plain>(raises<gone>(-32000, "b"));
