// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
#include "shop.hpp"

void check(const callbox::caller&, const seen_call&) {}
constexpr callbox::api methods = callbox::with<plain>(before<check>);
