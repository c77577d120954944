// refuses: callbox: a hook must take the same state as the methods
#include "shop.hpp"

void check(const seen_call&) {}
struct third { void note(const seen_call&, const seen_end&) const {} };
constexpr callbox::api methods = callbox::with<plain>(before<check>, after<&third::note>);
