// callbox/tool.hpp - the attributes of a row for clients of the Model Context Protocol, whose tools the
// rows are: what a model's client may show, and may call without asking its user. Part of
// method.hpp.
//
//     method<"stock.count", count>("How many pieces there are.", "id",
//         callbox::reads_only, callbox::self_contained),
//     method<"stock.put_back", put_back>("Puts pieces back.", "id", "pieces",
//         callbox::adds_only, callbox::tool_name("put_back"), callbox::title("Put back")),
//     method<"stock.clear", clear>("Forgets all pieces.", callbox::no_tool),
//
// Without an attribute, a client assumes the worst: that the tool writes, destroys and reaches the whole
// world. Most ask their user before each such call. The attributes are hints to clients: callbox checks
// none of them, and a client may ignore them. They change nothing for callers of JSON-RPC.
#pragma once

#include <callbox/table.hpp>

#include <cstddef>
#include <string_view>

namespace callbox {

namespace table_error {
void a_tool_name_is_1_to_64_letters_digits_underscores_and_dashes();
// '_' too. The remedy is another name, or no_tool.
void a_parameter_of_a_tool_has_1_to_64_letters_digits_dots_and_dashes(std::string_view parameter);
void two_tools_share_a_name_give_one_another_by_tool_name(std::string_view tool);
void a_tool_has_the_name_of_another_method_give_it_another_by_tool_name(std::string_view tool);
}  // namespace table_error

struct reads_only_attribute {};
// The method changes nothing that a later call could see (readOnlyHint). Many clients then call it
// without asking. It includes what adds_only and idempotent say, and can't stand beside them.
inline constexpr reads_only_attribute reads_only{};

struct adds_only_attribute {};
// The method changes things, but only adds: it overwrites and removes nothing (destructiveHint:
// false). Clients warn less.
inline constexpr adds_only_attribute adds_only{};

struct idempotent_attribute {};
// A second call with the same arguments changes nothing more (idempotentHint). A client may repeat
// a call whose answer it lost.
inline constexpr idempotent_attribute idempotent{};

struct self_contained_attribute {};
// The method touches nothing outside of what this program serves: no network, no other service
// (openWorldHint: false). Clients distrust its results less.
inline constexpr self_contained_attribute self_contained{};

// The tool's name for people, in clients that show one. Else it is the method's name, where the
// tool's differs.
struct title {
    std::string_view text;
    consteval explicit title(const char* text_) : text(text_) {}
};

// The tool's name: 1 to 64 letters, digits, '_' and '-'. Else it is the method's, with '_' for each
// '.', since models' APIs refuse dots. Short ones are better: clients put the server's name before
// it, and some drop what is then over 60 characters. No two tools of a table have one name, nor has
// a tool the name of another row's method: a tool can be called by its method's name too.
struct tool_name {
    std::string_view name;
    consteval explicit tool_name(const char* name_);
};

struct no_tool_attribute {};
// The method is no tool: these clients neither see nor call it. Callers of JSON-RPC do. No other
// attribute of this header can stand beside it.
inline constexpr no_tool_attribute no_tool{};

inline constexpr std::size_t tool_name_bytes_max = 64;

}  // namespace callbox

#include <callbox/detail/tool_names.hpp>
