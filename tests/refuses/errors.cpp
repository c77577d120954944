// Declared errors.
#include <callbox/callbox.hpp>

using callbox::api, callbox::fails, callbox::method, callbox::raises, callbox::with;

struct gone {};
struct shop {};
int size(shop&) { return 1; }
callbox::result<int> f() { return 0; }
constexpr api plain{method<"size", size>("How many.", fails(1, "none"))};

// ---- error_code_of_the_protocol
// refuses: an_error_code_is_reserved_by_json_rpc
// repair: Use a code outside of -32768 to -32000.
constexpr api methods{method<"f", f>("F.", fails(-32000, "no"))};

// ---- errors_of_with_share_a_code
// refuses: two_errors_share_a_code
constexpr api methods = with<plain>(fails(2, "a"), raises<gone>(2, "b"));

// ---- errors_share_a_code
// refuses: two_errors_share_a_code
// repair: Give each error a code of its own.
constexpr api methods{method<"f", f>("F.", fails(1, "no"), fails(1, "never"))};

// ---- raises_a_code_of_the_protocol
// refuses: an_error_code_is_reserved_by_json_rpc
constexpr api methods = with<plain>(raises<gone>(-32000, "b"));

// ---- raises_a_reference
// refuses: callbox: E in raises<E> must be an exception type without const or &
// repair: Pass the exception's type alone: `raises<gone>(2, "b")`.
constexpr api methods = with<plain>(raises<gone&>(2, "b"));

// ---- raises_shares_a_code_in_a_row
// refuses: two_errors_share_a_code
constexpr api methods{method<"f", f>("F.", fails(1, "none"), raises<gone>(1, "gone"))};
