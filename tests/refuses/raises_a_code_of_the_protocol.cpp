// refuses: an_error_code_belongs_to_the_protocol
#include <callbox/callbox.hpp>

using callbox::after, callbox::before, callbox::fails, callbox::method, callbox::raises;
using callbox::seen_call, callbox::seen_end;

struct shop {};
struct other {};
int size(shop&) { return 1; }
struct gone {};

constexpr callbox::api plain{method<"size", size>("How many.", fails(1, "none"))};
constexpr callbox::api methods = callbox::with<plain>(raises<gone>(-32000, "b"));
