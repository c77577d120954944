// refuses: two_errors_share_a_code
#include <callbox/callbox.hpp>

using callbox::fails, callbox::method, callbox::raises;

struct gone {};
int one() { return 1; }

constexpr callbox::api methods{
    method<"one", one>("One.", fails(1, "none"), raises<gone>(1, "gone")),
};
