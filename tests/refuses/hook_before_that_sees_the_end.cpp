// refuses: callbox: before<> takes a function of ([State&,] const seen_call&)
#include <callbox/callbox.hpp>

using callbox::after, callbox::before, callbox::fails, callbox::method, callbox::raises;
using callbox::seen_call, callbox::seen_end;

struct shop {};
struct other {};
int size(shop&) { return 1; }
void check(const seen_call&, const seen_end&) {}

constexpr callbox::api plain{method<"size", size>("How many.", fails(1, "none"))};
constexpr callbox::api methods = callbox::with<plain>(before<check>);
