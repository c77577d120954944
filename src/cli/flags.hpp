// The flags of commands other than `serve`, listed by the command's own --help.
#pragma once

#include "arguments.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::cli {

struct flag {
    std::string_view name;    // "--json"
    std::string_view takes;   // one word: FILE; empty: no argument
    std::string_view wanted;  // the expected value, for error messages
    std::string_view doc;     // a clause
};

inline constexpr std::size_t flags_max = 4;  // of one command

struct given_flags {
    // Indexed like the known flags; "" for a flag without an argument.
    std::array<std::optional<std::string_view>, flags_max> values;
    std::vector<argument> others;  // words that are not flags

    bool has(std::size_t place) const { return values[place].has_value(); }
    std::string_view operator[](std::size_t place) const { return values[place].value_or(""); }
};

// Flags may appear anywhere before "--", as "--name value" or "--name=value". False if one is
// unknown or lacks its argument: `error` is then one line. The views point into `words`.
[[nodiscard]] bool read_flags(std::string_view command, std::span<const flag> known,
                              std::span<char* const> words, given_flags& out,
                              std::string& error);

// Sets `error` to "--timeout: expected a time ..., got "x"". Always returns false.
bool complain(const flag& about, std::string_view got, std::string& error);

}  // namespace callbox::cli
