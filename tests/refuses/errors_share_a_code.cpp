// refuses: two_errors_share_a_code
#include <callbox/callbox.hpp>

callbox::result<int> f() { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::fails(1, "no"), callbox::fails(1, "never")),
};
