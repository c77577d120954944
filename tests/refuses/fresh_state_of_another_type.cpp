// refuses: callbox: failing_examples takes the state of these methods, or a function
#include <callbox/callbox.hpp>

struct counter {
    int n;
};
int next(counter& c) { return ++c.n; }

constexpr callbox::api methods{callbox::method<"next", next>("Next.")};
bool good() { return callbox::failing_examples(methods, [] { return 1; }).empty(); }
