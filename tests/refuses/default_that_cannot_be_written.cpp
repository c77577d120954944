// refuses: callbox: a default other than a number, string, bool or enumerator
// refuses: requires a codec with write()
#include <callbox/callbox.hpp>

struct stamp {
    int at = 0;
};
template <> struct callbox::codec<stamp> {
    static constexpr type schema{.form = type_form::integer};
    static bool read(value from, stamp& out, violations& bad) {
        return codec<int>::read(from, out.at, bad);
    }
};
int f(stamp s) { return s.at; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", callbox::arg("s") = {})};
