// refuses: callbox: these methods take state: call answer(methods, state, message)
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct counter { int n; };
int next(counter& c) { return ++c.n; }

constexpr callbox::api methods{method<"next", next>("Next.")};
std::string ask() { return callbox::answer(methods, "{}"); }
