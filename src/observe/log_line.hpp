// Formats one line of the log as logfmt or JSON.
#pragma once

#include "log_output.hpp"

#include <variant>

namespace callbox::observe {

// One field of an event. Text is cut at log_text_max; an empty text is omitted.
struct log_field {
    std::string_view name;
    std::variant<std::string_view, std::int64_t> value;
};
inline constexpr std::size_t log_text_max = 200;

// A JSON line is an object. A logfmt line begins with "callbox:" on standard error, where journald
// and containers add the time, and with time and level in a log file. Lines contain no hidden
// characters (base/visible.hpp) and no invalid UTF-8. Callers bound their fields, so no line is
// truncated. Allocates no memory.
class log_line {
public:
    log_line(log_format format, std::string_view level);

    // Call at most one of these two, before any other function.
    void message(std::string_view what);
    void event(std::string_view what);

    // Appends all fields, with texts cut at log_text_max.
    void fields(std::initializer_list<log_field> all);
    void text(std::string_view name, std::string_view value);
    void number(std::string_view name, std::int64_t value);
    // One JSON value without white space.
    void token(std::string_view name, std::string_view value);
    void microseconds(std::string_view name, std::int64_t nanoseconds);
    std::string_view end();

private:
    void append(char c) {
        if (size_ < line_.size() - 2) line_[size_++] = c;  // keeps room for end()
    }
    void put(std::string_view what) {
        for (const char c : what) append(c);
    }
    void key(std::string_view name);
    void quoted(std::string_view what);
    void escaped(char32_t hidden);

    bool json_;
    bool has_level_;
    std::size_t size_ = 0;
    std::array<char, log_output::line_bytes_max> line_;
};

}  // namespace callbox::observe
