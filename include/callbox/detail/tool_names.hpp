// callbox/detail/tool_names.hpp - the names of tools: whether one is well formed, and whether all
// differ. Part of tool.hpp.
#pragma once

#include <callbox/tool.hpp>

namespace callbox {

namespace detail {

// The name of a row's tool, before tool_character() is applied.
constexpr std::string_view raw_tool_name(const row& r) {
    return r.tool.name.empty() ? r.name : r.tool.name;
}
constexpr char tool_character(char c) { return c == '.' || c == '/' ? '_' : c; }

constexpr bool is_tool_parameter(std::string_view name) {
    return name.size() <= tool_name_bytes_max && is_name_of(name, "_-.");
}
constexpr bool is_tool_name(std::string_view name) {
    return is_tool_parameter(name) && std::find(name.begin(), name.end(), '.') == name.end();
}

constexpr bool is_same_tool_name(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return tool_character(x) == tool_character(y);
    });
}

// The numbers of two rows whose tools have the same name; an empty name if there are none.
struct tool_clash {
    std::string_view name = {};
    std::size_t first = 0;
    std::size_t second = 0;
    void (*error)(std::string_view) = nullptr;
};

// Finds a clash among the rows. At least half of the slots are free, as a row has at most two
// names: its tool's and, if that was set, the method's.
template <std::size_t Rows> class tool_names {
public:
    constexpr tool_clash clash_in(std::span<const row> rows) {
        error_ = table_error::two_tools_share_a_name_rename_one_with_tool_name;
        for (std::size_t i = 0; i < Rows; ++i)
            if (!rows[i].tool.hidden) put(raw_tool_name(rows[i]), i);
        error_ = table_error::a_tool_has_the_name_of_another_method_rename_it_with_tool_name;
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
            if (here.row != row) clash_ = {name, here.row, row, error_};
            return;
        }
    }

    std::array<slot, std::bit_ceil(Rows * 4 + 1)> slots_{};
    tool_clash clash_;
    void (*error_)(std::string_view) = nullptr;
};

// Reject two rows of one api{}. The compilers print their numbers, from 0: g++ in "refuse_row<0,
// 3>" (of three) and "and_row<2>", clang in "refuse_row(0, 2".
template <std::size_t Number> constexpr void and_row(const tool_clash& clash) {
    clash.error(clash.name);
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
// The same for joined tables, which may have more rows than a compiler folds. The rows of the first
// table precede those of the second, each sorted by name.
constexpr void refuse_joined(std::size_t, std::size_t, const tool_clash& clash) {
    clash.error(clash.name);
}

}  // namespace detail

consteval tool_name::tool_name(const char* name_) : name(name_) {
    if (!detail::is_tool_name(name))
        table_error::a_tool_name_must_be_1_to_64_letters_digits_underscores_or_dashes();
}

}  // namespace callbox
