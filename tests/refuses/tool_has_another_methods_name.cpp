// refuses: a_tool_has_the_name_of_another_method_rename_it_with_tool_name
#include "functions.hpp"

constexpr callbox::api methods{
    method<"all", none>("F.", callbox::tool_name("everything")),
    method<"stock.all", none>("F.", callbox::tool_name("all")),
};
