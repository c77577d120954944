// refuses: callbox: these methods take state: call run(methods, state, argc, argv)
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct counter { int n; };
int next(counter& c) { return ++c.n; }

constexpr callbox::api methods{method<"next", next>("Next.")};
int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
