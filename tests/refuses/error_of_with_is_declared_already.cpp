// refuses: two_errors_share_a_code
#include <callbox/callbox.hpp>

using callbox::after, callbox::before, callbox::fails, callbox::method, callbox::raises;
using callbox::seen_call, callbox::seen_end;

struct shop {};
struct other {};
int size(shop&) { return 1; }


constexpr callbox::api plain{method<"size", size>("How many.", fails(1, "none"))};
constexpr callbox::api methods = callbox::with<plain>(fails(1, "the same code"));
