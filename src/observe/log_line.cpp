#include "log_line.hpp"

#include "base/ascii.hpp"
#include "base/clock.hpp"
#include "base/fixed_text.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace callbox::observe {

namespace {

constexpr std::size_t quoted_bytes_max = 600;  // of a message; a quoted byte may take six

bool is_plain(std::string_view text) {
    constexpr std::string_view also = "._-:/[]+";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return ascii::is_digit(c) || ascii::is_alpha(c) || also.find(c) != also.npos;
    });
}

// Makes text of clients and of the system safe for the log: one line, on any terminal.
// Calls plain(byte) for each byte that may be shown as it is, control(code) for each control
// character, also of C1 (U+0080 to U+009F), and control(-1) for each byte that is no UTF-8.
template <class Plain, class Control>
void each_safe(std::string_view text, Plain plain, Control control) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (static_cast<unsigned char>(*at) < 0x80) {
            ascii::is_control(*at) ? control(*at) : plain(*at);
            ++at;
            continue;
        }
        const char* const run = utf8::end_of_run(at, end);
        if (run == at) control(-1), ++at;
        while (at < run) {
            const bool is_c1 = *at == '\xc2' && static_cast<unsigned char>(at[1]) < 0xa0;
            if (is_c1) control(static_cast<unsigned char>(at[1]));
            else plain(*at);
            at += is_c1 ? 2 : 1;
        }
    }
}

time_text thousandths(std::int64_t count) {
    return {digits(count / 1000), ".", digits(count % 1000, 3)};
}

}  // namespace

log_line::log_line(log_format format, std::string_view level)
    : json_(format == log_format::json), has_level_(json_ || standard_error.is_log_file()) {
    if (has_level_) {
        const std::int64_t now = wall_clock_ms();
        if (json_) {
            put("{\"time\":");
            put(thousandths(now));
        } else {
            put("time=");
            put(timestamp(now));
        }
        text("level", level);
    } else {
        put("callbox:");
    }
}

void log_line::message(std::string_view what) {
    if (has_level_) {
        key("message");
        return quoted(utf8::cut(what, quoted_bytes_max));
    }
    put(" ");
    each_safe(
        utf8::cut(what, line_.size() - size_ - 2), [&](char c) { append(c); },
        [&](int) { append('?'); });
}

void log_line::event(std::string_view what) {
    if (has_level_) return text("event", what);
    put(" ");
    put(what);
}

void log_line::fields(std::initializer_list<log_field> all) {
    for (const auto& [name, value] : all) {
        if (const auto* one = std::get_if<std::int64_t>(&value)) number(name, *one);
        else if (const auto words = std::get<0>(value); !words.empty())
            text(name, utf8::cut(words, log_text_max));
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
    each_safe(
        value, [&](char c) { append(c); }, [&](int control) { escaped(control); });
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
    each_safe(what, plain, [&](int control) { escaped(control); });
    append('"');
}

void log_line::escaped(int control) {
    if (control == -1) return append('?');
    constexpr std::string_view hex = "0123456789abcdef";
    put("\\u00");
    append(hex[static_cast<std::size_t>(control >> 4)]);
    append(hex[static_cast<std::size_t>(control & 15)]);
}

}  // namespace callbox::observe
