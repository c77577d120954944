// refuses: an_error_code_is_reserved_by_json_rpc
#include <callbox/callbox.hpp>

callbox::result<int> f() { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::fails(-32000, "no")),
};
