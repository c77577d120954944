// Commands, their flags, arguments, output and --help, for callbox and callbox-openrpc. The options
// of `serve` are in options.hpp.
#pragma once

#include "base/visible.hpp"
#include "rpc/members.hpp"

#include <callbox/setting.hpp>

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

// The method's object in an OpenRPC document; nothing if it is not described.
std::optional<value> described_method(std::optional<value> document, std::string_view name);

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

using detail::setting_row, detail::setting_value;
using rpc::append;

// A program's own options (callbox/setting.hpp) on the command line and in the environment, and the
// program's state, made from them.
class settings {
public:
    // Requires: `maker` outlives it.
    explicit settings(detail::state_maker& maker)
        : maker_(&maker), rows_(maker.rows), values_(rows_.size()) {}

    std::span<const setting_row> rows() const { return rows_; }
    // The description in --help: the doc and the default.
    std::string help(const setting_row& row) const;
    // The expected value, for error messages: "a number from 1 to 4096".
    std::string wanted(std::size_t place) const;

    // Sets the option at that place, or appends to it if it is a list. False: `text` is invalid.
    [[nodiscard]] bool set(std::size_t place, std::string_view text);
    // Empties a list.
    void clear(std::size_t place) { values_[place].texts.clear(); }
    // Fills in the defaults. False if a required option is missing: `error` is then one line.
    [[nodiscard]] bool complete(std::string_view program, std::string& error);

    // Makes the program's state. Returns an empty string, or the reason for a failure. Throws
    // nothing.
    // Requires: complete() succeeded.
    [[nodiscard]] std::string make(void*& state);

private:
    detail::state_maker* maker_;
    std::span<const setting_row> rows_;
    std::vector<setting_value> values_;
};

// One command line and its outcome.
struct invocation {
    const table& methods;            // none in callbox-openrpc
    void* state;                     // of the methods, or null; `own` may make it
    const options& defaults;         // the program's own, for `serve` and the document
    std::string_view program;        // argv[0] without folders
    std::span<char* const> words;    // the arguments after argv[0], then those after the command
    const char* const* environment;  // "NAME=value", terminated by null
    output out = {};                 // for standard output
    std::string error = {};          // one line for standard error, without the line feed
    output errors = {};              // for standard error, after `error`
    settings* own = nullptr;         // the program's own options, if it has any
    given_flags given = {};          // `words` as flags and arguments of the command
    // Prints and clears `errors` and `out` before the command ends; null: they are kept. False: the
    // reader of standard output has left.
    bool (*flush)(invocation&) = nullptr;
    bool draws = false;  // standard error is a terminal

    // The rows of the program's own options.
    std::span<const setting_row> own_rows() const {
        return own == nullptr ? std::span<const setting_row>() : own->rows();
    }
    // The User-Agent of the program: "callbox", "inventory/2.1.0".
    std::string agent() const {
        if (defaults.name.empty()) return "callbox";
        return defaults.name + (defaults.version.empty() ? "" : '/' + defaults.version);
    }

    // Sets the error and returns the exit status.
    int wrong(std::string line, int status = 2) {
        error = std::move(line);
        return status;
    }
};

// The commands that all programs have, in the order of --help.
std::span<const command> commands();

// Runs a command line of a program with these commands. The caller prints the outcome. `serve`
// returns when the server has ended.
int run_command(invocation& s);

// The command of that name or letter, or null.
const command* find_command(std::span<const command> all, std::string_view name);

// Runs the command of a command line, or its help: of a command; of all if it is null or a flag.
// `otherwise` runs without a name; null: none does. Returns the exit status, 2 with an error if the
// command line is invalid.
int run_command(invocation& s, std::span<const command> all,
                int (*show_help)(invocation&, const command*),
                const command* otherwise = nullptr);

// Runs main(): `command` runs the command line, and its outcome is printed. Returns the exit
// status: 1 if standard output cannot be written, 2 if memory runs out. `defaults` null: those of
// options. `own` may be null. Errors are log lines; if there is a name, lines that begin with it.
int run_program(int (*command)(invocation&), const table& methods, void* state, int argc,
                char** argv, const options* defaults, settings* own, std::string_view name = {});

}  // namespace callbox::cli
