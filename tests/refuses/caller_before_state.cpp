// refuses: callbox: only the state, the first parameter, may be a non-const reference
#include <callbox/callbox.hpp>

using callbox::method;

struct counter { int n; };
int next(const callbox::caller&, counter& c) { return ++c.n; }

constexpr callbox::api methods{method<"next", next>("Next.", "c")};
