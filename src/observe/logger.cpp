// Makes lines of what an operator should know; standard error gets them when it takes them.
#include "logger.hpp"

#include "log_line.hpp"
#include "log_output.hpp"
#include "base/fixed_text.hpp"
#include "base/ticks.hpp"
#include "base/utf8.hpp"
#include "rpc/respond.hpp"

#include <algorithm>

namespace callbox::net {

namespace {

constexpr std::size_t token_bytes_max = 64;  // of an id, or of an unknown method's name

// trace-id of version "-" trace-id "-" parent-id "-" flags: W3C Trace Context, 3.2
std::string_view trace_of(std::string_view traceparent) {
    return traceparent.size() > 35 ? traceparent.substr(3, 32) : std::string_view{};
}

}  // namespace

journal::journal(const log_style& how, std::size_t rate_max) : how_(&how), rate_(rate_max) {
    look_again();
}

void journal::look_again() {
    on_ = tells_calls() || how_->keeps_running;
    params_ = how_->params;
}

void journal::line(std::string_view text) {
    if (level() >= 1 && rate_.admits()) put("warn", text);
}

void journal::error(std::string_view text) {
    if (rate_.admits()) put("error", text);
}

void journal::thrown(std::string_view text) {
    error(text);
    if (how_->blames_sandbox.load(std::memory_order_relaxed) &&
        how_->blames_sandbox.exchange(false))
        put("error", "the sandbox is on, which may be the cause: --sandbox-read PATH and "
                     "--sandbox-write PATH allow files, --no-sandbox everything");
}

void journal::tell(std::string_view text) { put("info", text); }

void journal::event(log_level at, std::string_view what, std::initializer_list<log_field> fields) {
    const bool is_info = at == log_level::info;
    if (level() < static_cast<int>(at) || (!is_info && !rate_.admits())) return;
    log_line e(how_->format, is_info ? "info" : "warn");
    e.event(what);
    e.fields(fields);
    standard_error.append(e.end());
    if (!is_info) flush();
}

void journal::put(std::string_view level, std::string_view text) {
    log_line e(how_->format, level);
    e.message(text);
    standard_error.append(e.end());
    flush();
}

void journal::flush() {
    if (const std::uint64_t count = standard_error.untold()) {
        log_line e(how_->format, "warn");
        const digits number(static_cast<std::int64_t>(count));
        e.message(sentence{number, " lines were left out here"});
        standard_error.append(e.end(), count);
    }
    standard_error.flush();
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
    log_line e(how_->format, "info");
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
    standard_error.append(e.end());
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
