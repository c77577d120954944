// refuses: callbox: pass failing_examples() the state of these methods, or a function
#include <callbox/callbox.hpp>

struct store {};
int size() { return 1; }

constexpr callbox::api methods{callbox::method<"size", size>("They take no state.")};
bool good() { return callbox::failing_examples(methods, store{}).empty(); }
