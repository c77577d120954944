// Commands, their flags, arguments, output and --help, for callbox and callbox-openrpc. The options
// of `serve` are in options.hpp.
#pragma once

#include "base/visible.hpp"

#include <callbox/json.hpp>

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

inline constexpr std::size_t flags_max = 5;  // of one command

struct argument {
    std::string_view text;
    bool is_positional = false;  // it follows "--"
};

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

// Writes the arguments of `call` after the method, an array or an object, to `out`. `described` is
// the server's OpenRPC document, if it has one: the source of the names and types of the parameters
// of `method`. A word is copied for a parameter of type string and parsed as JSON for any other
// type. If a parameter accepts strings and other types, or its type is unknown, a word is JSON if
// it is valid JSON, else a string.
//
// "name=value" passes by name if the method has a parameter of that name, or if all words have that
// form. If the method accepts parameters by name only, positional words get its names in order.
//
// False if a word does not fit its parameter: `error` is then one line that names the parameter.
// Requires: `words` is not empty.
[[nodiscard]] bool write_params(bytes& out, std::string_view method,
                                std::span<const argument> words, std::optional<value> described,
                                std::string& error);

// Sets `error` to "--timeout: expected a time ..., got "x"". Always returns false.
bool complain(const flag& about, std::string_view got, std::string& error);

// A line for each command, under "Commands:".
void append_commands(bytes& out, std::span<const command> commands);

// The --help of one command. The caller adds options other than its flags.
void append_command(bytes& out, std::string_view program, const command& c,
                    bool has_options = false);

// Text for standard output or standard error, most often a terminal.
// Text from outside (a server's response, a document, an argument) is appended by line() and json()
// only, which escape control characters for the terminal.
class output {
public:
    // For text of the program itself: help, its document, generated clients.
    bytes& own() { return text_; }
    // Appends the parts as visible() makes them, and a line feed.
    void line(std::initializer_list<std::string_view> parts) {
        for (const std::string_view part : parts) text_.append(visible(part));
        text_.append('\n');
    }
    // Appends JSON as append_visible_json() makes it, and a line feed.
    void json(std::string_view text) {
        append_visible_json(text_, text);
        text_.append('\n');
    }

    std::string_view view() const { return text_.view(); }
    bool empty() const { return text_.empty(); }
    bool overflowed() const { return text_.overflowed(); }

private:
    bytes text_;
};

// "  --flag VALUE                  Description."
void append_item(bytes& out, std::string_view name, std::string_view takes, std::string_view doc);

// Wraps the text at 80 columns and indents each line but the first by `from` spaces: the first
// begins at that column already. Keeps line feeds, and ends with one.
void append_wrapped_from(bytes& out, std::string_view text, std::size_t from);

void pad(bytes& out, std::size_t count);

// Appends the parts in order.
void append(bytes& out, std::initializer_list<std::string_view> parts);

}  // namespace callbox::cli
