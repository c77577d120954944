#include "log_line.hpp"

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "base/visible.hpp"

namespace callbox::observe {

namespace {

constexpr std::size_t quoted_bytes_max = 600;  // of a message; a quoted byte may take six

bool is_plain(std::string_view text) {
    constexpr std::string_view also = "._-:/[]+";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return ascii::is_digit(c) || ascii::is_alpha(c) || also.find(c) != also.npos;
    });
}

time_text thousandths(std::int64_t count) {
    return {digits(count / 1000), ".", digits(count % 1000, 3)};
}

}  // namespace

log_line::log_line(log_format format, std::string_view level)
    : json_(format == log_format::json), has_level_(json_ || standard_error.is_log_file()) {
    const std::int64_t now = has_level_ ? wall_clock_ms() : 0;
    put(json_ ? "{\"time\":" : has_level_ ? "time=" : "callbox:");
    if (!has_level_) return;
    put(json_ ? thousandths(now) : timestamp(now));
    text("level", level);
}

void log_line::message(std::string_view what) {
    if (has_level_) {
        key("message");
        return quoted(utf8::cut(what, quoted_bytes_max));
    }
    put(" ");
    each_visible(
        utf8::cut(what, line_.size() - size_ - 2), [&](char c) { append(c); },
        [&](char32_t) { append('?'); });
}

void log_line::event(std::string_view what) {
    if (has_level_) return text("event", what);
    put(" ");
    put(what);
}

void log_line::fields(std::initializer_list<log_field> all) {
    for (const auto& [name, value] : all) {
        if (const auto* one = std::get_if<std::int64_t>(&value)) number(name, *one);
        else if (const auto string = std::get<0>(value); !string.empty())
            text(name, utf8::cut(string, log_text_max));
    }
}

void log_line::text(std::string_view name, std::string_view value) {
    key(name);
    if (!json_ && is_plain(value)) put(value);
    else quoted(value);
}

void log_line::number(std::string_view name, std::int64_t value) {
    key(name);
    put(digits(value));
}

void log_line::token(std::string_view name, std::string_view value) {
    key(name);
    each_visible(
        value, [&](char c) { append(c); }, [&](char32_t hidden) { escaped(hidden); });
}

void log_line::microseconds(std::string_view name, std::int64_t nanoseconds) {
    key(name);
    put(thousandths(nanoseconds));
}

std::string_view log_line::end() {
    for (const char c : std::string_view(json_ ? "}\n" : "\n")) line_[size_++] = c;
    return {line_.data(), size_};
}

void log_line::key(std::string_view name) {
    put(json_ ? ",\"" : " ");
    put(name);
    put(json_ ? "\":" : "=");
}

void log_line::quoted(std::string_view what) {
    const auto plain = [&](char c) {
        if (c == '"' || c == '\\') append('\\');
        append(c);
    };
    append('"');
    each_visible(what, plain, [&](char32_t hidden) { escaped(hidden); });
    append('"');
}

void log_line::escaped(char32_t hidden) {
    if (hidden == no_character) return append('?');
    const auto escape = escape_of(hidden);
    put({escape.data(), escape.size()});
}

}  // namespace callbox::observe
