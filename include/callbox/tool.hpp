// callbox/tool.hpp - attributes of a row for AI clients, to which methods are tools of the Model
// Context Protocol: what a client may show, and may call without asking its user. Part of
// method.hpp.
//
//     method<"stock.count", count>("How many pieces there are.", "id",
//         callbox::reads_only, callbox::self_contained),
//     method<"stock.put_back", put_back>("Puts pieces back.", "id", "pieces",
//         callbox::adds_only, callbox::tool_name("put_back"), callbox::title("Put back")),
//     method<"stock.clear", clear>("Forgets all pieces.", callbox::no_tool),
//
// Without attributes, a client assumes the worst: the tool writes, destroys and reaches other
// systems. Most clients then ask their user before each call. The attributes are hints to clients:
// callbox does not check them, and a client may ignore them. They change nothing for JSON-RPC
// clients.
#pragma once

#include <callbox/table.hpp>

namespace callbox {

namespace table_error {
void a_tool_name_must_be_1_to_64_letters_digits_underscores_or_dashes();
}  // namespace table_error

namespace detail {

inline constexpr std::size_t tool_name_bytes_max = 64;

constexpr bool is_tool_parameter(std::string_view name) {
    return name.size() <= tool_name_bytes_max && is_name_of(name, "_-.");
}
constexpr bool is_tool_name(std::string_view name) {
    return is_tool_parameter(name) && name.find('.') == name.npos;
}

}  // namespace detail

struct reads_only_attribute {};
// The method changes nothing that a later call could see (readOnlyHint). Many clients then call it
// without asking. It implies adds_only and idempotent, and cannot be combined with them.
inline constexpr reads_only_attribute reads_only{};

struct adds_only_attribute {};
// The method changes things, but only adds: it overwrites and removes nothing (destructiveHint:
// false). Clients warn less.
inline constexpr adds_only_attribute adds_only{};

struct idempotent_attribute {};
// A second call with the same arguments has no further effect (idempotentHint). A client may repeat
// a call whose response was lost.
inline constexpr idempotent_attribute idempotent{};

struct self_contained_attribute {};
// The method uses nothing outside this program: no network, no other service (openWorldHint:
// false). Clients trust its results more.
inline constexpr self_contained_attribute self_contained{};

// The tool's name for people, in clients that show one. Default: the method's name, if the tool's
// name differs.
struct title {
    std::string_view text;
    consteval explicit title(const char* text_) : text(text_) {}
};

// The tool's name: 1 to 64 letters, digits, '_' and '-'. Default: the method's name with '_' for
// each '.' and '/', because APIs of models refuse them. Keep it short: clients prefix it with the
// server's name, and some drop tools whose name then exceeds 60 characters. Two tools of a table
// must not share a name, and a tool must not have the name of another method, because a tool can
// also be called by its method's name. Parameters must have names of 1 to 64 letters, digits, '_',
// '-' and '.'. A server whose tools break these rules does not start, unless it serves no tools.
struct tool_name {
    std::string_view name;
    consteval explicit tool_name(const char* name_) : name(name_) {
        if (!detail::is_tool_name(name))
            table_error::a_tool_name_must_be_1_to_64_letters_digits_underscores_or_dashes();
    }
};

struct no_tool_attribute {};
// The method is not a tool: AI clients can neither see nor call it, JSON-RPC clients can. Cannot be
// combined with other attributes of this header.
inline constexpr no_tool_attribute no_tool{};

}  // namespace callbox
