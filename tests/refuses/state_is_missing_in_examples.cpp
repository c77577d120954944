// refuses: callbox: these methods take state: call failing_examples(methods, state)
#include <callbox/callbox.hpp>

struct counter {
    int n;
};
int next(counter& c) { return ++c.n; }

constexpr callbox::api methods{callbox::method<"next", next>("Next.")};
bool good() { return callbox::failing_examples(methods).empty(); }
