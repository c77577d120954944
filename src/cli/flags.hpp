// Commands, their flags and arguments. The options of `serve` are in option.hpp.
#pragma once

#include "arguments.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::cli {

struct invocation;

struct flag {
    std::string_view name;    // "--json"
    std::string_view takes;   // one word: FILE; empty: no argument
    std::string_view wanted;  // the expected value, for error messages
    std::string_view doc;     // a clause
};

// A command, for its line in the list of commands and for its own --help.
struct command {
    std::string_view name;
    std::string_view takes = {};    // "URL METHOD"; empty: options only
    std::string_view doc = {};      // a clause
    std::string_view more = {};     // sentences
    std::string_view example = {};  // arguments after the program's name
    std::span<const flag> flags = {};
    std::string_view letter = {};   // short form: -h
    // The number of arguments, without flags; the error if there are fewer; the name of the last
    // one in the error if there are more, unless that is the command.
    std::size_t least = 0;
    std::size_t most = 0;
    std::string_view missing = {};
    std::string_view last = {};
    int (*run)(invocation&) = nullptr;  // returns the exit status
};

inline constexpr std::size_t flags_max = 4;  // of one command

struct given_flags {
    // Indexed like the flags of the command; "" for a flag without an argument.
    std::array<std::optional<std::string_view>, flags_max> values = {};
    std::vector<argument> others = {};  // words that are not flags

    bool has(std::size_t place) const { return values[place].has_value(); }
    std::string_view operator[](std::size_t place) const { return values[place].value_or(""); }
};

// Reads the words after the name of a command. Flags may appear anywhere before "--", as
// "--name value" or "--name=value". A command without flags receives all words as they are. False
// if a flag is unknown or lacks its argument, or if the number of arguments is wrong: `error` is
// then one line. The views point into `words`.
[[nodiscard]] bool read_flags(const command& c, std::span<char* const> words, given_flags& out,
                              std::string& error);

// Sets `error` to "--timeout: expected a time ..., got "x"". Always returns false.
bool complain(const flag& about, std::string_view got, std::string& error);

}  // namespace callbox::cli
