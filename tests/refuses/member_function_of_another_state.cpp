// refuses: callbox: all methods of a table must take the same state type
#include <callbox/callbox.hpp>

using callbox::method;

struct counter {
    int next() { return 1; }
};
struct store {
    int size() const { return 1; }
};

constexpr callbox::api methods{
    method<"next", &counter::next>("Next."),
    method<"size", &store::size>("How many."),
};
