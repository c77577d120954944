// refuses: callbox: after<> takes a function of ([State&,] const seen_call&, const seen_end&)
#include "shop.hpp"

void note(shop&, const seen_call&) {}
constexpr callbox::api methods = callbox::with<plain>(after<note>);
