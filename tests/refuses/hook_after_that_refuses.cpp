// refuses: callbox: after<> takes a function of ([State&,] const seen_call&, const seen_end&)
#include "shop.hpp"

callbox::result<void> note(const seen_call&, const seen_end&) { return {}; }
constexpr callbox::api methods = callbox::with<plain>(after<note>);
