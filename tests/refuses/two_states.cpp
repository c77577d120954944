// refuses: callbox: all methods of a table must take the same state type
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct a {};
struct b {};
int one(a&, int n) { return n; }
int two(b&, int n) { return n; }

constexpr callbox::api methods{
    method<"one", one>("One.", "n"),
    method<"two", two>("Two.", "n"),
};
