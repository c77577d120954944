// refuses: callbox: register a function or a lambda without captures
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct counter {
    int n;
    int next() { return ++n; }
};

constexpr callbox::api methods{method<"next", &counter::next>("Next.")};
