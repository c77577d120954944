// refuses: callbox: a hook takes another state than the methods do
#include <callbox/callbox.hpp>

using callbox::after, callbox::before, callbox::fails, callbox::method, callbox::raises;
using callbox::seen_call, callbox::seen_end;

struct shop {};
struct other {};
int size(shop&) { return 1; }
void check(const seen_call&) {}
struct third { void note(const seen_call&, const seen_end&) const {} };

constexpr callbox::api plain{method<"size", size>("How many.", fails(1, "none"))};
constexpr callbox::api methods = callbox::with<plain>(before<check>, after<&third::note>);
