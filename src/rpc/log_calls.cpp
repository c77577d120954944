// Logs the calls of a dispatcher.
#include "dispatch.hpp"

#include "base/fixed_text.hpp"
#include "base/ticks.hpp"
#include "base/utf8.hpp"
#include "incident_id.hpp"
#include "respond.hpp"

#include <algorithm>
#include <utility>

namespace callbox::rpc {

namespace {

constexpr std::size_t unknown_name_max = 64;       // bytes of an unknown name in the log
constexpr std::size_t undeclared_logged_max = 64;  // method and code pairs; no more are logged
constexpr double slow_interval_s = 60;             // between two warnings about one method

double seconds_of(std::uint64_t ticks) { return static_cast<double>(ticks) / ticks_per_second(); }

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
    observe::logged_call call{.from = from_, .method = r.method()};
    if (!r.is_notification()) call.id = r.id();
    if (log_->wants_params() && r.params() != nullptr) {
        const std::string_view sent = value(document_, *r.params()).token();
        const std::size_t size = sent.copy(params_.data(), params_.size());
        call.params = size < sent.size() ? "..." : std::string_view(params_.data(), size);
    }
    took_ = 0;
    handed_over_ = false;
    log_->begin(call);
    return call;
}

void dispatcher::end(observe::logged_call& call, const request& r, std::optional<int> code,
                     std::size_t response_bytes) {
    if (handed_over_) return log_->leave();
    call.is_known = code != code::method_not_found;
    call.code = code.value_or(0);
    call.ticks = took_;
    call.response_bytes = r.is_notification() ? 0 : response_bytes;
    log_->end(call);
}

// Logs an invalid request, or a batch that is refused as a whole.
void dispatcher::log_refused(int code, std::size_t response_bytes) {
    if (!is_logged()) return;
    log_->end({.from = from_, .code = code, .response_bytes = response_bytes});
}

// Logs a failed notification, whose caller gets no response.
void dispatcher::log_failed(const request& r, int code, std::string_view response) {
    if (counts_ != nullptr) counts_->notifications_failed.add();
    const bool is_known = code != code::method_not_found;
    log_->event(log_level::warn, "notification failed",
                    {{is_known ? "method" : "unknown_method",
                      is_known ? r.method() : utf8::cut(r.method(), unknown_name_max)},
                     {"peer", from_->peer},
                     {"token", from_->token},
                     {"user", from_->user},
                     {"code", std::int64_t{code}},
                     {"error", std::string_view(message_of(response))}});
}

// A slow call blocks all other connections of its loop. Blocking methods have threads of their own.
void dispatcher::log_slow(const row& method) {
    if (method.blocking) return;
    std::uint64_t& last = counts_->of(index_of(method)).slow_told;
    if (last != 0 && seconds_of(ticks_between(last, began_)) < slow_interval_s) return;
    last = began_;
    log_->event(log_level::warn, "slow call",
                    {{"method", method.name},
                     {"ms", static_cast<std::int64_t>(seconds_of(took_) * 1000)},
                     {"peer", from_->peer},
                     {"token", from_->token},
                     {"user", from_->user}});
}

// Logs an error that is missing from the document.
void dispatcher::log_undeclared(const row& method, int code) {
    const std::pair error(&method, code);
    auto& logged = undeclared_logged_;
    const bool is_logged = std::find(logged.begin(), logged.end(), error) != logged.end();
    if (is_logged || logged.size() == undeclared_logged_max) return;
    logged.push_back(error);
    log_->event(log_level::warn, "undeclared error",
                {{"method", method.name}, {"code", std::int64_t{code}}});
}

// The caller gets an incident id; the log has the details under this id.
int dispatcher::report(const row& method, std::string_view id, bytes& out) {
    const incident_id incident;
    std::string line("incident ");
    line += incident.text();
    line += ": ";
    line += method.name;
    line += ' ';
    line += broken_.reason;
    if (broken_.by_function) log_->exception(line);
    else log_->error(line);
    return respond_internal_error(out, id, incident.text());
}

}  // namespace callbox::rpc
