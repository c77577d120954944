// refuses: two_tools_share_a_name_rename_one_with_tool_name
#include "functions.hpp"

constexpr callbox::api methods{
    method<"stock.all_of", none>("F."),
    method<"stock.some_of", none>("F."),
    method<"stock.all.of", none>("F."),
};
