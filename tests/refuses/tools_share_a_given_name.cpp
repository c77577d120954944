// refuses: two_tools_share_a_name_rename_one_with_tool_name
#include "functions.hpp"

constexpr callbox::api methods{
    method<"stock.all", none>("F.", callbox::tool_name("all")),
    method<"goods.all", none>("F.", callbox::deprecated, callbox::tool_name("all")),
};
