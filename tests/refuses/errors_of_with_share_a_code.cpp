// refuses: two_errors_share_a_code
#include "shop.hpp"

constexpr callbox::api methods = callbox::with<plain>(fails(2, "a"), raises<gone>(2, "b"));
