// callbox/tool.hpp - the words of a row for clients of the Model Context Protocol, whose tools the
// rows are: what a model's client may show, and may call without asking its user. Part of
// method.hpp.
//
//     method<"stock.count", count>("How many pieces there are.", "id",
//         callbox::reads_only, callbox::self_contained),
//     method<"stock.put_back", put_back>("Puts pieces back.", "id", "pieces",
//         callbox::adds_only, callbox::tool_name("put_back"), callbox::title("Put back")),
//     method<"stock.clear", clear>("Forgets all pieces.", callbox::no_tool),
//
// Without a word, a client assumes the worst: that the tool writes, destroys and reaches the whole
// world. Most ask their user before each such call. The words are hints to clients: callbox checks
// none of them, and a client may ignore them. They change nothing for callers of JSON-RPC.
#pragma once

#include <callbox/table.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace callbox {

namespace mistake {
void a_tool_name_is_1_to_64_letters_digits_underscores_and_dashes();
// '_' too. The remedy is another name, or no_tool.
void a_parameter_of_a_tool_has_1_to_64_letters_digits_dots_and_dashes(std::string_view parameter);
void two_tools_share_a_name_give_one_another_by_tool_name(std::string_view tool);
void a_tool_has_the_name_of_another_method_give_it_another_by_tool_name(std::string_view tool);
}  // namespace mistake

struct reads_only_word {};
// The method changes nothing that a later call could see (readOnlyHint). Many clients then call it
// without asking. It includes what adds_only and idempotent say, and can't stand beside them.
inline constexpr reads_only_word reads_only{};

struct adds_only_word {};
// The method changes things, but only adds: it overwrites and removes nothing (destructiveHint:
// false). Clients warn less.
inline constexpr adds_only_word adds_only{};

struct idempotent_word {};
// A second call with the same arguments changes nothing more (idempotentHint). A client may repeat
// a call whose answer it lost.
inline constexpr idempotent_word idempotent{};

struct self_contained_word {};
// The method touches nothing outside of what this program serves: no network, no other service
// (openWorldHint: false). Clients distrust its results less.
inline constexpr self_contained_word self_contained{};

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

struct no_tool_word {};
// The method is no tool: these clients neither see nor call it. Callers of JSON-RPC do. No other
// word of this header can stand beside it.
inline constexpr no_tool_word no_tool{};

inline constexpr std::size_t tool_name_bytes_max = 64;

// ---------------------------------------------------------------------------------------------

namespace detail {

// The name of a row's tool, but for tool_character() of each character.
constexpr std::string_view raw_tool_name(const row& r) {
    return r.tool.name.empty() ? r.name : r.tool.name;
}
constexpr char tool_character(char c) { return c == '.' ? '_' : c; }

constexpr bool is_tool_parameter(std::string_view name) {
    return !name.empty() && name.size() <= tool_name_bytes_max &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
           });
}
constexpr bool is_tool_name(std::string_view name) {
    return is_tool_parameter(name) && std::find(name.begin(), name.end(), '.') == name.end();
}

constexpr bool is_same_tool_name(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return tool_character(x) == tool_character(y);
    });
}

// The numbers of two rows whose tools are called by one name; no name if there are none.
struct tool_clash {
    std::string_view name = {};
    std::size_t first = 0;
    std::size_t second = 0;
    void (*mistake)(std::string_view) = nullptr;
};

// Finds a clash among the rows. At least half of the slots are free, as a row has two names at
// most: its tool's and, where that was given, the method's.
template <std::size_t Rows> class tool_names {
public:
    constexpr tool_clash clash_in(std::span<const row> rows) {
        mistake_ = mistake::two_tools_share_a_name_give_one_another_by_tool_name;
        for (std::size_t i = 0; i < Rows; ++i)
            if (!rows[i].tool.hidden) put(raw_tool_name(rows[i]), i);
        mistake_ = mistake::a_tool_has_the_name_of_another_method_give_it_another_by_tool_name;
        for (std::size_t i = 0; i < Rows; ++i)
            if (!rows[i].tool.name.empty() && is_tool_name(rows[i].name)) put(rows[i].name, i);
        return clash_;
    }

private:
    struct slot {
        std::string_view name = {};  // empty: free
        std::uint32_t hash = 0;
        std::size_t row = 0;
    };

    constexpr void put(std::string_view name, std::size_t row) {
        std::uint32_t hash = 0;
        for (const char c : name) hash = hash * 31 + static_cast<unsigned char>(tool_character(c));
        for (std::size_t at = hash ^ hash >> 15;; ++at) {
            slot& here = slots_[at % slots_.size()];
            if (here.name.empty()) return void(here = {name, hash, row});
            if (here.hash != hash || !is_same_tool_name(here.name, name)) continue;
            if (here.row != row) clash_ = {name, here.row, row, mistake_};
            return;
        }
    }

    std::array<slot, std::bit_ceil(Rows * 4 + 1)> slots_{};
    tool_clash clash_;
    void (*mistake_)(std::string_view) = nullptr;
};

// Refuse two rows of one api{}. The compilers print their numbers, from 0: g++ in
// "refuse_row<0, 3>" (of three) and "and_row<2>", clang in "refuse_row(0, 2".
template <std::size_t Number> constexpr void and_row(const tool_clash& clash) {
    clash.mistake(clash.name);
}
template <std::size_t... I>
constexpr void refuse_second(std::index_sequence<I...>, const tool_clash& clash) {
    ((clash.second == I ? and_row<I>(clash) : void()), ...);
}
template <std::size_t Number, std::size_t Rows>
constexpr void refuse_row(std::size_t, std::size_t, const tool_clash& clash) {
    refuse_second(std::make_index_sequence<Rows>{}, clash);
}
template <std::size_t... I>
constexpr void refuse_clash(std::index_sequence<I...>, const tool_clash& clash) {
    ((clash.first == I ? refuse_row<I, sizeof...(I)>(clash.first, clash.second, clash) : void()),
     ...);
}
// The same of joined ones, which may be more than a compiler folds: each with its rows by name, and
// those of the second behind.
constexpr void refuse_joined(std::size_t, std::size_t, const tool_clash& clash) {
    clash.mistake(clash.name);
}

}  // namespace detail

consteval tool_name::tool_name(const char* name_) : name(name_) {
    if (!detail::is_tool_name(name))
        mistake::a_tool_name_is_1_to_64_letters_digits_underscores_and_dashes();
}

}  // namespace callbox
