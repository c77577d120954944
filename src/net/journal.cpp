// What an operator is to know comes in; lines go out, to standard error, when it takes them.
#include "journal.hpp"

#include "base/log_output.hpp"
#include "base/log_text.hpp"
#include "base/sentence.hpp"
#include "base/ticks.hpp"
#include "rpc/respond.hpp"

#include <algorithm>

namespace callbox::net {

namespace {

constexpr std::size_t token_bytes_max = 64;  // of an id, of a name that is no method's

// trace-id of version "-" trace-id "-" parent-id "-" flags: W3C Trace Context, 3.2
std::string_view trace_of(std::string_view traceparent) {
    return traceparent.size() > 35 ? traceparent.substr(3, 32) : std::string_view{};
}

}  // namespace

journal::journal(const log_style& how, std::size_t rate_max) : how_(&how), rate_(rate_max) {
    look_again();
}

void journal::look_again() { on_ = notes() || how_->keeps_running; }

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

void journal::note(std::string_view text) {
    entry e(how_->format, "info");
    e.message(text);
    standard_error.append(e.end());
}

void journal::put(std::string_view level, std::string_view text) {
    entry e(how_->format, level);
    e.message(text);
    standard_error.append(e.end());
    flush();
}

void journal::flush() {
    if (const std::uint64_t count = standard_error.untold()) {
        entry e(how_->format, "warn");
        const digits number(static_cast<std::int64_t>(count));
        e.message(sentence{number, " lines were left out here"});
        standard_error.append(e.end(), count);
    }
    standard_error.flush();
}

void journal::begins(std::string_view method, std::string_view params, const rpc::sender* who) {
    if (how_->params) {
        params_cut_ = params.size() > params_.size();
        params_size_ = params_cut_ ? 0 : params.size();
        std::copy_n(params.begin(), params_size_, params_.begin());
    }
    if (!how_->keeps_running) return;
    std::string text;
    const caller from = who == nullptr ? caller{} : who->tell(text);
    const held mine(lock_);
    running_.method = method;
    running_.peer = from.peer;
    running_.token = from.token;
    running_.since = ticks_now();
}

void journal::left() {
    if (!how_->keeps_running) return;
    const held mine(lock_);
    running_.method.clear();
}

void journal::ended(const call& c) {
    left();
    if (!notes()) return;
    std::string text;
    const caller from = c.who == nullptr ? caller{} : c.who->tell(text);
    const bool is_late = due_ != never && now_ms() >= due_;
    entry e(how_->format, "info");
    e.event("call");
    if (c.is_known) e.text("method", c.method);
    else if (!c.method.empty()) e.text("unknown_method", log_text::cut(c.method, token_bytes_max));
    if (!c.id.empty()) e.token("id", c.id.size() > token_bytes_max ? "\"...\"" : c.id);
    const double seconds = static_cast<double>(c.ticks) / ticks_per_second();
    e.microseconds("us", static_cast<std::uint64_t>(seconds * 1e9));
    e.number("code", is_late ? rpc::code::timed_out : c.code);
    e.number("bytes", static_cast<std::int64_t>(c.response_bytes));
    if (!from.peer.empty()) e.text("peer", from.peer);
    if (!from.token.empty()) e.text("token", from.token);
    if (!from.traceparent.empty()) e.text("trace", trace_of(from.traceparent));
    if (how_->params && params_cut_) e.text("params", "...");
    else if (how_->params && params_size_ != 0) e.text("params", {params_.data(), params_size_});
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
