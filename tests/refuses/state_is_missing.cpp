// refuses: callbox: these methods take state: call serve(methods, state)
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct counter { int n; };
int next(counter& c) { return ++c.n; }

constexpr callbox::api methods{method<"next", next>("Next.")};
int main() { return callbox::serve(methods); }
