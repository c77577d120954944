// Input: a call from rpc/dispatch. Output: its response. Failures and logging are here; the common
// path is inline, in the header.
#include "call_runner.hpp"

#include "base/fd.hpp"
#include "members.hpp"

namespace callbox::rpc {

namespace {

constexpr std::size_t undeclared_logged_max = 64;  // method and code pairs; no more are logged
constexpr double slow_interval_s = 60;             // between two warnings about one method
constexpr std::uint32_t slow_counted_ms = 1000;

// Identifies a log line with details that clients must not see: eight random letters and digits
// that are not easily confused.
std::array<char, 8> new_incident_id() {
    static constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz";
    // Until the kernel has entropy the id is all zeros; the log line is written anyway.
    const auto chance = random_bytes<8>(GRND_NONBLOCK);
    std::array<char, 8> id;
    for (std::size_t i = 0; i < id.size(); ++i) id[i] = letters[chance[i] % letters.size()];
    return id;
}

// In the order of writer::misuse.
constexpr std::string_view misuses[] = {
    "", "returned a number that is not finite", "returned a string that is not UTF-8",
    "returned an enumerator without a name", "did not write exactly one value: see its codec",
    "returned a value that JSON cannot represent"};

}  // namespace

call_runner::call_runner(const table& methods, void* state, const limits& bounds,
                         observe::logger& log, call_counters* counts, document& text)
    : methods_(methods), state_(state),
      results_max_(std::min(bounds.response_bytes_max, bytes::most / 2)), counts_(counts),
      logs_undeclared_(counts != nullptr), slow_ms_(bounds.slow_ms),
      running_{.log = &log, .text = &text} {
    const std::uint32_t least_ms = slow_ms_ == 0 ? slow_counted_ms : slow_ms_;
    if (counts != nullptr) slow_ticks_ = ticks_in_ms(std::min(least_ms, slow_counted_ms));
}

outcome call_runner::write_failure(const row& method, bytes& out, std::size_t begin) {
    const bool is_of_event = method.is_event() && (failure_->code == code::cannot_resume ||
                                                   failure_->code == code::too_many_subscriptions);
    if (is_reserved(failure_->code) && !is_of_event)
        return breaks("failed with reserved error code " + std::to_string(failure_->code) + ": " +
                          failure_->message,
                      true);
    if (logs_undeclared_ && !is_of_event && !methods_.declares(method, failure_->code))
        log_undeclared(method, failure_->code);
    out.truncate(begin);
    out.append(before_error);
    writer to(out);
    to.begin_object();
    write_member(to, "code", failure_->code);
    write_member(to, "message", failure_->message);
    if (failure_->data) write_json(to, "data", failure_->data->text());
    to.end_object();
    return broken_if_misused(to.misuse_at_end(), outcome::failed);
}

outcome call_runner::end_in_place(const row& method, const call& c, bytes& out,
                                  std::size_t begin) {
    auto& now = static_cast<answer_in_place&>(*c.unbound->later);
    if (now.kept_call() != nullptr) {
        if (counts_ != nullptr) end_function(method);
        return outcome::waits;
    }
    return end_later(method, now.end(), out, begin);
}

outcome call_runner::end_later(const row& method, later_end& end, bytes& out, std::size_t begin) {
    if (end.starved) return breaks("ran out of memory for its answer");
    if (end.thrown) return breaks_by(end.thrown);
    if (end.what == outcome::broken) return breaks("destroyed its later<T> without an answer");
    if (end.what == outcome::answered) return broken_if_misused(end.misuse, end.what);
    failure_ = std::move(end.why);
    return write_failure(method, out, begin);
}

std::optional<int> call_runner::finish(const row& method, later_end& end, std::string_view id,
                                       bytes& out) {
    violations_.clear();
    results_end_ = results_max_;
    began_ = end.began;
    const outcome what = out.overflowed() ? end.what : end_later(method, end, out, 0);
    from_ = nullptr;
    return complete(method, id, what, 0, out);
}

[[gnu::cold]] outcome call_runner::breaks_by(const std::exception_ptr& thrown) try {
    std::rethrow_exception(thrown);
} catch (const std::exception& what) {
    return breaks(std::string("threw: ") + what.what(), true);
} catch (...) {
    return breaks("threw a non-std::exception", true);
}

outcome call_runner::breaks(writer::misuse how) {
    return breaks(misuses[static_cast<std::size_t>(how)]);
}

[[gnu::cold]] outcome call_runner::breaks(std::string_view reason, bool by_function) {
    breach_ = std::string(reason);
    by_function_ = by_function;
    return outcome::broken;
}

// A slow call blocks all other connections of its loop. Blocking methods run in the thread pool.
void call_runner::count_slow(const row& method) {
    if (method.blocking || from_ == nullptr) return;  // or its function has ended before
    call_counters::of_method& its = counts_->of(methods_.index_of(method));
    const auto ms = static_cast<std::int64_t>(seconds_of(took_) * 1000);
    if (ms >= slow_counted_ms) its.slow.add();
    if (slow_ms_ == 0 || ms < slow_ms_) return;
    const std::uint64_t last = its.slow_logged;
    if (last != 0 && seconds_of(ticks_between(last, began_)) < slow_interval_s) return;
    its.slow_logged = began_;
    running_.log->event(log_level::warn, "slow call",
                        {{"method", method.name},
                         {"ms", ms},
                         {"peer", from_->peer},
                         {"token", from_->token},
                         {"user", from_->user}});
}

void call_runner::log_undeclared(const row& method, int code) {
    const std::pair error(&method, code);
    auto& logged = undeclared_logged_;
    const bool is_logged = std::find(logged.begin(), logged.end(), error) != logged.end();
    if (is_logged || logged.size() == undeclared_logged_max) return;
    logged.push_back(error);
    running_.log->event(log_level::warn, "undeclared error",
                        {{"method", method.name}, {"code", std::int64_t{code}}});
}

// The caller gets an incident id; the log has the details under this id.
int call_runner::report(const row& method, std::string_view id, bytes& out) {
    const std::array<char, 8> id_text = new_incident_id();
    const std::string_view incident(id_text.data(), id_text.size());
    const std::string line = std::string("incident ").append(incident).append(": ")
                                 .append(method.name).append(" ").append(breach_);
    if (by_function_) running_.log->exception(line);
    else running_.log->error(line);
    return respond_error(out, id, code::internal_error, "Internal error", {{"incident", incident}});
}

}  // namespace callbox::rpc
