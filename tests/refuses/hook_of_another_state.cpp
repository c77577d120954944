// refuses: callbox: a hook takes another state than the methods do
#include "shop.hpp"

void check(other&, const seen_call&) {}
constexpr callbox::api methods = callbox::with<plain>(before<check>);
