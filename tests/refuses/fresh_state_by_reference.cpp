// refuses: callbox: failing_examples takes the state of these methods, or a function
#include <callbox/callbox.hpp>

struct counter {
    int n;
};
int next(counter& c) { return ++c.n; }
counter& old() {
    static counter c;
    return c;
}

constexpr callbox::api methods{callbox::method<"next", next>("Next.")};
bool good() { return callbox::failing_examples(methods, old).empty(); }
