// refuses: an_error_code_is_reserved_by_json_rpc
#include "shop.hpp"

constexpr callbox::api methods = callbox::with<plain>(raises<gone>(-32000, "b"));
