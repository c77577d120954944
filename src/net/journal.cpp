// What an operator is to know comes in; lines go out, to standard error, when it takes them.
#include "journal.hpp"

#include "base/sentence.hpp"
#include "base/ticks.hpp"
#include "base/utf8.hpp"
#include "rpc/respond.hpp"
#include "retry.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <ctime>
#include <utility>

namespace callbox::net {

namespace {

constexpr std::size_t line_bytes_max = 4096;
static_assert(line_bytes_max <= PIPE_BUF, "a line is written whole or not");
constexpr std::size_t message_bytes_max = 600;  // of which each may take six in JSON
constexpr std::size_t token_bytes_max = 64;     // of an id, of a name that is no method's

lock one_at_a_time;  // between asking whether there is room and writing

enum class outcome : std::uint8_t { written, full, gone };

// A pipe that is told to be writable takes PIPE_BUF bytes at once, whoever else has it open for
// reading; O_NONBLOCK would be for all that have it open.
outcome write_now(std::string_view text, std::size_t& written) {
    const held mine(one_at_a_time);
    pollfd to{STDERR_FILENO, POLLOUT, 0};
    if (retried([&] { return ::poll(&to, 1, 0); }) == 0) return outcome::full;
    const auto count = ::write(STDERR_FILENO, text.data(), text.size());
    if (count == -1) return errno == EAGAIN || errno == EINTR ? outcome::full : outcome::gone;
    written = static_cast<std::size_t>(count);
    return outcome::written;
}

// A char has a sign on some processors and none on others.
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_control(char c) { return static_cast<unsigned char>(c) < ' '; }

bool is_plain(std::string_view text) {
    constexpr std::string_view also = "._-:/[]+";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               also.find(c) != also.npos;
    });
}

bool is_utf8(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        const char* const next = is_ascii(*at) ? at + 1 : utf8::end_of_run(at, end);
        if (next == at) return false;
        at = next;
    }
    return true;
}

// trace-id of version "-" trace-id "-" parent-id "-" flags: W3C Trace Context, 3.2
std::string_view trace_of(std::string_view traceparent) {
    return traceparent.size() > 35 ? traceparent.substr(3, 32) : std::string_view{};
}

}  // namespace

// One line, in either format. What is put into it is bounded by who does it, so that its end is
// never cut off.
class journal::entry {
public:
    entry(log_format format, std::string_view level) : json_(format == log_format::json) {
        if (!json_) {
            put("callbox:");
            return;
        }
        timespec now{};
        clock_gettime(CLOCK_REALTIME, &now);
        put("{\"time\":");
        digits(static_cast<std::uint64_t>(now.tv_sec));
        thousandths(static_cast<std::uint64_t>(now.tv_nsec / 1'000'000));
        text("level", level);
    }

    void message(std::string_view what) {
        what = what.substr(0, json_ ? message_bytes_max : line_bytes_max - 32);
        if (json_) {
            key("message");
            return quoted(what);
        }
        put(" ");
        for (const char c : what) append(is_control(c) ? '?' : c);
    }
    void event(std::string_view what) {
        if (json_) return text("event", what);
        put(" ");
        put(what);
    }
    void text(std::string_view name, std::string_view value) {
        key(name);
        if (!json_ && is_plain(value)) put(value);
        else quoted(value);
    }
    void number(std::string_view name, std::int64_t value) {
        key(name);
        if (value < 0) append('-');
        const auto size = static_cast<std::uint64_t>(value);
        digits(value < 0 ? 0 - size : size);
    }
    // One JSON value without white space.
    void token(std::string_view name, std::string_view value) {
        key(name);
        put(value);
    }
    void microseconds(std::string_view name, std::uint64_t nanoseconds) {
        key(name);
        digits(nanoseconds / 1000);
        thousandths(nanoseconds % 1000);
    }
    std::string_view end() {
        put(json_ ? "}\n" : "\n");
        return {line_.data(), size_};
    }

private:
    void append(char c) {
        if (size_ < line_.size()) line_[size_++] = c;
    }
    void put(std::string_view what) {
        for (const char c : what) append(c);
    }
    void key(std::string_view name) {
        put(json_ ? ",\"" : " ");
        put(name);
        put(json_ ? "\":" : "=");
    }
    void digits(std::uint64_t number) {
        std::array<char, 20> text;
        const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
        put({text.data(), static_cast<std::size_t>(end - text.data())});
    }
    void thousandths(std::uint64_t number) {
        append('.');
        for (const unsigned unit : {100U, 10U, 1U})
            append(static_cast<char>('0' + number / unit % 10));
    }
    void quoted(std::string_view what) {
        const bool ascii_only = !is_utf8(what);
        append('"');
        for (const char c : what) {
            if (c == '"' || c == '\\') append('\\');
            if (is_control(c) || c == 0x7f) {
                constexpr std::string_view hex = "0123456789abcdef";
                put("\\u00");
                append(hex[static_cast<std::size_t>(c >> 4)]);
                append(hex[static_cast<std::size_t>(c & 15)]);
            } else {
                append(!is_ascii(c) && ascii_only ? '?' : c);
            }
        }
        append('"');
    }

    bool json_;
    std::size_t size_ = 0;
    std::array<char, line_bytes_max> line_;
};

journal::journal(const log_style& how, std::size_t rate_max)
    : how_(&how), rate_max_(rate_max), kept_(new char[buffer_bytes]) {
    look_again();
}

void journal::look_again() {
    on_ = tells_calls() || how_->keeps_running;
    params_ = how_->params;
}

void journal::line(std::string_view text) {
    if (level() >= 1 && may_write()) put("warn", text);
}

void journal::error(std::string_view text) {
    if (may_write()) put("error", text);
}

void journal::tell(std::string_view text) { put("info", text); }

void journal::event(log_level at, std::string_view what, std::initializer_list<log_field> fields) {
    const bool is_info = at == log_level::info;
    if (level() < static_cast<int>(at) || (!is_info && !may_write())) return;
    entry e(how_->format, is_info ? "info" : "warn");
    e.event(what);
    for (const auto& [name, value] : fields) {
        if (const auto* number = std::get_if<std::int64_t>(&value)) e.number(name, *number);
        else if (const auto text = std::get<0>(value); !text.empty())
            e.text(name, utf8::cut(text, log_text_max));
    }
    keep(e.end());
    if (!is_info) (void)flush();
}

void journal::put(std::string_view level, std::string_view text) {
    entry e(how_->format, level);
    e.message(text);
    keep(e.end());
    (void)flush();
}

// So many in a second, and then in a later one how many were left out.
bool journal::may_write() {
    const time_ms second = now_ms() / 1000;
    if (second != second_) {
        second_ = second;
        lines_ = 0;
    }
    if (lines_++ < rate_max_) return true;
    ++untold_;
    left_out_.add();
    return false;
}

void journal::keep(std::string_view line) {
    if (line.size() > buffer_bytes - kept_size_) (void)write_kept();
    if (line.size() > buffer_bytes - kept_size_) {
        ++untold_;
        return left_out_.add();
    }
    std::memcpy(kept_.get() + kept_size_, line.data(), line.size());
    kept_size_ += line.size();
}

bool journal::flush() {
    if (kept_size_ != 0 && !write_kept()) return false;
    if (untold_ == 0 || now_ms() / 1000 == second_) return true;
    entry e(how_->format, "warn");
    const digits count(static_cast<std::int64_t>(std::exchange(untold_, 0)));
    e.message(sentence{count, " lines were left out here"});
    keep(e.end());
    return write_kept();
}

bool journal::write_kept() {
    std::string_view rest(kept_.get(), kept_size_);
    while (!rest.empty()) {
        std::size_t size = std::min<std::size_t>(rest.size(), PIPE_BUF);
        if (size < rest.size()) size = rest.rfind('\n', size - 1) + 1;
        const outcome what = write_now(rest.substr(0, size), size);
        if (what == outcome::gone) rest = {};
        if (what != outcome::written) break;
        rest.remove_prefix(size);
    }
    if (!rest.empty()) std::memmove(kept_.get(), rest.data(), rest.size());
    kept_size_ = rest.size();
    return rest.empty();
}

void journal::begins(const rpc::observed_call& call) {
    if (!how_->keeps_running) return;
    const held mine(lock_);
    running_.method = call.method;
    running_.peer = call.from->peer;
    running_.token = call.from->token;
    running_.since = ticks_now();
}

void journal::left() {
    if (!how_->keeps_running) return;
    const held mine(lock_);
    running_.method.clear();
}

void journal::ended(const rpc::observed_call& call) {
    left();
    if (!tells_calls()) return;
    const caller& from = *call.from;
    const bool is_late = due_ != never && now_ms() >= due_;
    entry e(how_->format, "info");
    e.event("call");
    if (call.is_known) e.text("method", call.method);
    else if (!call.method.empty())
        e.text("unknown_method", utf8::cut(call.method, token_bytes_max));
    if (!call.id.empty()) e.token("id", call.id.size() > token_bytes_max ? "\"...\"" : call.id);
    const double seconds = static_cast<double>(call.ticks) / ticks_per_second();
    e.microseconds("us", static_cast<std::uint64_t>(seconds * 1e9));
    e.number("code", is_late ? rpc::code::timed_out : call.code);
    e.number("bytes", static_cast<std::int64_t>(call.response_bytes));
    if (!from.peer.empty()) e.text("peer", from.peer);
    if (!from.token.empty()) e.text("token", from.token);
    if (!from.traceparent.empty()) e.text("trace", trace_of(from.traceparent));
    if (!call.params.empty()) e.text("params", call.params);
    keep(e.end());
}

void journal::write_running(writer& to) const {
    const held mine(lock_);
    if (running_.method.empty()) return to.null();
    const std::uint64_t ticks = ticks_between(running_.since, ticks_now());
    to.begin_object();
    to.key("method");
    to.string(running_.method);
    to.key("seconds");
    to.number(static_cast<double>(ticks) / ticks_per_second());
    to.key("peer");
    to.string(running_.peer);
    to.key("token");
    to.string(running_.token);
    to.end_object();
}

}  // namespace callbox::net
