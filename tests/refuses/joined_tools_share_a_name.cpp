// refuses: two_tools_share_a_name_rename_one_with_tool_name
#include "functions.hpp"

constexpr callbox::api one{method<"stock.all_of", none>("F.")};
constexpr callbox::api two{method<"stock_all.of", none>("F.")};
constexpr callbox::api methods = one + two;
