// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
#include "shop.hpp"

void check(const seen_call&, const seen_end&) {}
constexpr callbox::api methods = callbox::with<plain>(before<check>);
