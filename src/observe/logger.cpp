#include "logger.hpp"

#include "base/ascii.hpp"
#include "base/ticks.hpp"
#include "base/utf8.hpp"
#include "base/visible.hpp"

namespace callbox::observe {

namespace {

constexpr std::string_view names[] = {"error", "warn", "info"};  // of levels
constexpr std::string_view via_names[] = {"", "mcp", "websocket"};  // of protocols
constexpr std::size_t token_bytes_max = 64;  // of ids and names of unknown methods
constexpr std::size_t said_bytes_max = 300;  // a byte may take six
constexpr std::size_t quoted_bytes_max = 600;  // of a message; the same
constexpr auto relaxed = std::memory_order_relaxed;

time_text thousandths(std::int64_t count) {
    return {digits(count / 1000), ".", digits(count % 1000, 3)};
}

void put_id(log_line& line, std::string_view id) {
    if (!id.empty()) line.token("id", id.size() > token_bytes_max ? "\"...\"" : id);
}

// trace-id of version "-" trace-id "-" parent-id "-" flags: W3C Trace Context, 3.2
void put_caller(log_line& line, const caller& from) {
    const std::string_view trace = from.traceparent;
    line.fields({{"peer", from.peer},
                 {"token", from.token},
                 {"user", from.user},
                 {"via", via_names[static_cast<std::size_t>(from.via)]},
                 {"trace", trace.size() > 35 ? trace.substr(3, 32) : ""}});
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
    if (!json_ && callbox::detail::is_name_of(value, "._-:/[]+")) put(value);
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

void log_sink::leave_out() {
    const lock_guard guard(mutex_);
    drop(1);
}

std::uint64_t log_sink::unreported() {
    if (unreported_.load(std::memory_order_relaxed) == 0) return 0;
    const lock_guard guard(mutex_);
    return is_failing_ || now_ms() / 1000 == dropped_second_ ? 0 : unreported_.load();
}

void log_sink::drop(std::uint64_t lines) {
    if (lines == 0) return;
    dropped_.fetch_add(lines, std::memory_order_relaxed);
    unreported_.fetch_add(lines, std::memory_order_relaxed);
    dropped_second_ = now_ms() / 1000;
}

void function_sink::put(log_level level, std::string_view line, std::uint64_t reports) {
    assert(line.ends_with('\n'));
    const lock_guard guard(mutex_);
    if (reports > unreported_) return;
    line.remove_suffix(1);
    try {
        (*to_)(level, line);
        unreported_ -= reports;
    } catch (...) {
        drop(reports == 0 ? 1 : 0);
    }
}

logger::logger(const log_style& style, std::size_t rate_max, log_sink& sink)
    : style_(&style), sink_(&sink), rate_max_(rate_max) {
    reload();
}

void logger::reload() {
    wants_calls_ = level() >= static_cast<int>(log_level::info) || style_->keeps_running;
}

bool logger::admits(log_level at) {
    if (!wants(at)) return false;
    if (at == log_level::info) return true;
    const time_ms second = now_ms() / 1000;
    if (second_.load(relaxed) != second && second_.exchange(second, relaxed) != second)
        lines_.store(0, relaxed);
    if (lines_.fetch_add(1, relaxed) < rate_max_) return true;
    sink_->leave_out();
    return false;
}

template <class Fill> void logger::put(log_level at, bool flushes, Fill fill) {
    if (flushes) report_dropped();
    log_line line(style_->format, names[static_cast<std::size_t>(at)]);
    fill(line);
    sink_->put(at, line.end());
    if (flushes) sink_->flush();
}

void logger::error(std::string_view text) {
    if (admits(log_level::error)) put(log_level::error, text);
}

void logger::warn(std::string_view text) {
    if (admits(log_level::warn)) put(log_level::warn, text);
}

void logger::exception(std::string_view text) {
    error(text);
    if (style_->blames_sandbox.load(std::memory_order_relaxed) &&
        style_->blames_sandbox.exchange(false))
        put(log_level::error,
            "the sandbox may be the cause: allow files with --sandbox-read PATH or "
            "--sandbox-write PATH, or turn it off with --no-sandbox");
}

void logger::event(log_level at, std::string_view what, std::initializer_list<log_field> fields) {
    if (!admits(at)) return;
    put(at, at != log_level::info, [&](log_line& line) {
        line.event(what);
        line.fields(fields);
    });
}

void logger::said(log_level at, std::string_view text, const logged_call& call) {
    assert(call.from != nullptr);
    if (!admits(at)) return;
    put(at, at != log_level::info, [&](log_line& line) {
        line.event("log");
        line.text("message", utf8::cut(text, said_bytes_max));
        line.text("method", call.method);
        put_id(line, call.id);
        put_caller(line, *call.from);
    });
}

void logger::put(log_level level, std::string_view text) {
    put(level, true, [text](log_line& line) { line.message(text); });
}

void logger::report_dropped() {
    const std::uint64_t count = sink_->unreported();
    if (count == 0) return;
    log_line line(style_->format, "warn");
    line.message(fixed_text{digits(count), " lines dropped"});
    sink_->put(log_level::warn, line.end(), count);
}

void logger::flush() {
    report_dropped();
    sink_->flush();
}

void logger::begin(const logged_call& call) {
    assert(!call_runs_ && call.from != nullptr);
    assert(call.code == 0 && call.ticks == 0 && call.response_bytes == 0);
    call_runs_ = true;
    if (!style_->keeps_running) return;
    const lock_guard guard(mutex_);
    running_.method = call.method;
    running_.peer = call.from->peer;
    running_.token = call.from->token;
    running_.since = ticks_now();
}

void logger::leave() {
    call_runs_ = false;
    if (!style_->keeps_running) return;
    const lock_guard guard(mutex_);
    running_.method.clear();
}

void logger::end(const logged_call& call) {
    assert(call.from != nullptr && (call_runs_ || call.method.empty()));
    assert(call_runs_ || (call.id.empty() && call.params.empty() && call.ticks == 0));
    leave();
    if (level() < static_cast<int>(log_level::info)) return;
    const bool is_late = due_ != never && now_ms() >= due_;
    put(log_level::info, false, [&](log_line& line) {
        line.event("call");
        if (call.is_known) line.text("method", call.method);
        else if (!call.method.empty())
            line.text("unknown_method", utf8::cut(call.method, token_bytes_max));
        put_id(line, call.id);
        line.microseconds("us", static_cast<std::int64_t>(seconds_of(call.ticks) * 1e9));
        line.number("code", is_late ? late_code_ : call.code);
        line.number("bytes", static_cast<std::int64_t>(call.response_bytes));
        put_caller(line, *call.from);
        if (!call.params.empty()) line.text("params", call.params);
    });
}

void logger::write_running(writer& to) const {
    const lock_guard guard(mutex_);
    if (running_.method.empty()) return to.null();
    to.begin_object();
    to.key("method");
    to.string(running_.method);
    to.key("seconds");
    to.number(seconds_of(ticks_between(running_.since, ticks_now())));
    to.key("peer");
    to.string(running_.peer);
    to.key("token");
    to.string(running_.token);
    to.end_object();
}

}  // namespace callbox::observe
