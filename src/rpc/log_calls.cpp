// Logs the calls of a dispatcher, and the messages of functions about them.
#include "dispatch.hpp"

#include "base/utf8.hpp"

#include <callbox/log.hpp>

namespace callbox::rpc {

namespace {

constexpr std::size_t unknown_name_max = 64;  // bytes of an unknown name in the log

// The message in an error response of our own, truncated to fit a log line. Unescapes only quotes
// and backslashes.
class message_of final : public basic_fixed_text<observe::log_text_max> {
public:
    explicit message_of(std::string_view response) {
        constexpr std::string_view before = R"("message":")";
        const std::size_t key = response.find(before);
        if (key == response.npos) return;
        for (std::size_t at = key + before.size(); at < response.size(); ++at) {
            if (response[at] == '"' || size_ == text_.size()) return;
            const bool is_escape = response[at] == '\\' && at + 1 < response.size();
            if (is_escape && (response[at + 1] == '"' || response[at + 1] == '\\')) ++at;
            text_[size_++] = response[at];
        }
    }
};

}  // namespace

// Copies the params before they are read, since reading changes them.
observe::logged_call dispatcher::begin(const request& r) {
    observe::logged_call call{.from = &runner_.from(), .method = r.method()};
    if (!r.is_notification()) call.id = r.id();
    if (log_->wants_params() && r.params() != nullptr) {
        const std::string_view sent = value(document_, *r.params()).token();
        const std::size_t size = sent.copy(params_.data(), params_.size());
        call.params = size < sent.size() ? "..." : std::string_view(params_.data(), size);
    }
    runner_.reset_time();
    handed_over_ = false;
    log_->begin(call);
    return call;
}

void dispatcher::end(observe::logged_call& call, const request& r, std::optional<int> code,
                     std::size_t response_bytes) {
    if (handed_over_) return log_->leave();
    call.is_known = code != code::method_not_found;
    call.code = code.value_or(0);
    call.ticks = runner_.took();
    call.response_bytes = r.is_notification() ? 0 : response_bytes;
    log_->end(call);
}

// Logs an invalid request, or a batch that is refused as a whole.
void dispatcher::log_refused(int code, std::size_t response_bytes) {
    if (!runner_.is_logged()) return;
    log_->end({.from = &runner_.from(), .code = code, .response_bytes = response_bytes});
}

// Logs a failed notification, whose caller gets no response.
void dispatcher::log_failed(const request& r, int code, std::string_view response) {
    if (counts_ != nullptr) counts_->notifications_failed.add();
    const bool is_known = code != code::method_not_found;
    log_->event(log_level::warn, "notification failed",
                    {{is_known ? "method" : "unknown_method",
                      is_known ? r.method() : utf8::cut(r.method(), unknown_name_max)},
                     {"peer", runner_.from().peer},
                     {"token", runner_.from().token},
                     {"user", runner_.from().user},
                     {"code", std::int64_t{code}},
                     {"error", std::string_view(message_of(response))}});
}

}  // namespace callbox::rpc

namespace callbox {

void log(const caller& from, log_level level, std::string_view text) noexcept {
    const detail::call_log* const here = from.call;
    if (here == nullptr || !here->log->wants(level)) return;
    observe::logged_call call{.from = &from, .method = here->method->name, .is_known = true};
    if (here->id != nullptr) call.id = value(*here->text, *here->id).token();
    here->log->said(level, text, call);
}

void log(const caller& from, std::string_view text) noexcept { log(from, log_level::info, text); }

}  // namespace callbox
