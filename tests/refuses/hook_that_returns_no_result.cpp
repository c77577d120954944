// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
#include "shop.hpp"

bool check(shop&, const seen_call&) { return false; }
constexpr callbox::api methods = callbox::with<plain>(before<check>);
