// refuses: callbox: a hook must take the same state as the methods
#include "shop.hpp"

void check(other&, const seen_call&) {}
constexpr callbox::api methods = callbox::with<plain>(before<check>);
