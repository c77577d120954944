// Draining of a loop, and its handling of signals.
#include "loop.hpp"

namespace callbox::net {

namespace {

using system::command;

constexpr time_ms silent_rest_ms = 250;
constexpr time_ms renewal_ms = 1'000;
constexpr std::size_t listed_max = 100;  // connections in one report

}  // namespace

void loop::on_signal() {
    stop_requests_ = stop_->count(command::stop);
    const bool is_handed_over = stop_->count(command::hand_over) != 0;
    if ((stop_requests_ != 0 || is_handed_over) && stage_ == stage::serving) {
        stage_ = stage::draining;
        handed_over_ = is_handed_over;
        stage_end_ = now_ + (handed_over_ ? 0 : common_.bounds->drain_delay_ms);
        common_.draining = true;
        if (supervisor_ != nullptr)
            supervisor_->draining(connection_total_->load(std::memory_order_relaxed));
    }
    if (handed_over_ && stage_ == stage::closing) end_idle();
    if (supervisor_ != nullptr) supervisor_->on_signal();
    log_->reload();
    const unsigned reports = stop_->count(command::report);
    if (std::exchange(report_requests_, reports) != reports) report_connections();
    const unsigned hangups = stop_->count(command::reload);
    if (std::exchange(hangups_, hangups) == hangups) return;
    if (supervisor_ != nullptr) supervisor_->reloading();
    admit_callers(hangups);
    if (supervisor_ != nullptr) supervisor_->reloaded();
}

// If memory runs out, the current tokens stay in effect.
void loop::admit_callers(unsigned hangups) try {
    site::tokens next = credentials_->tokens_after(hangups, *log_);
    std::vector<rpc::view> views = common_.site->views_of(next);
    for (slot& s : slots_.all()) {
        if (!s.link.is_authorized_once()) continue;
        s.link.admit(next, views);
        settle(s);
    }
    common_.site->admit(std::move(next), std::move(views));
} catch (const std::bad_alloc&) {
    log_->warn("SIGHUP: the previous tokens stay in use: memory has run out");
}

// Until the next call no sender may be remembered for longer than allowed.
void loop::renew_callers() {
    renew_at_ = now_ + renewal_ms;
    common_.site->forget_until(renew_at_);
    for (slot& s : slots_.all()) {
        if (!s.link.is_authorized_once()) continue;
        s.link.renew(now_);
        settle(s);
    }
}

void loop::drain() {
    if (stop_requests_ > 1) {
        stage_ = stage::over;
    } else if (stage_ == stage::draining && now_ >= stage_end_) {
        stage_ = stage::closing;
        stage_end_ = now_ + common_.bounds->drain_timeout_ms;
        silent_end_ = now_ + silent_rest_ms;
        close_listeners();
        end_idle();
        close_websockets();
    } else if (now_ >= silent_end_) {
        silent_end_ = never;
        end_idle();
    }
    const bool is_empty = slots_.taken() == 0 && deferred_->is_empty();
    if (stage_ != stage::closing || !(is_empty || now_ >= stage_end_)) return;
    common_.is_last_step = true;
    abandon_calls();
    run_queued();
    if (const std::size_t left = not_done(); left != 0)
        log_->warn(fixed_text{"drain-timeout-ms is over: connections that are closed: ",
                                digits(left)});
    stage_ = stage::over;
}

// Returns the number of connections, except for lingering ones, which have their answers.
std::size_t loop::not_done() const {
    const auto at = static_cast<std::size_t>(phase::lingering);
    return slots_.taken() - static_cast<std::size_t>(counts_.in[at].get());
}

void loop::end_idle() {
    for (slot& s : slots_.all())
        if (is_over_for(s)) read(s);
}

// Also those that are opened later.
void loop::close_websockets() {
    using websocket::close_code;
    common_.closes_websockets =
        handed_over_ ? close_code::service_restart : close_code::going_away;
    for (slot& s : slots_.all()) {
        if (!s.link.is_authorized_once()) continue;
        s.link.stop(now_);
        follow(s);
    }
}

// If a sink of the log runs out of memory, the remaining lines are lost.
void loop::report_connections() try {
    std::size_t listed = 0;
    for (const slot& s : slots_.all()) {
        if (s.link.current() == phase::closed || listed++ >= listed_max) continue;
        const std::string_view name = phase_names[static_cast<std::size_t>(s.link.current())];
        log_->announce(basic_fixed_text<256>{
            "connection peer=", s.from.text(), " phase=", name,
            " phase_ms=", digits(now_ - s.link.since()), " age_ms=", digits(now_ - s.accepted_at),
            " bytes=", digits(s.link.memory()), " calls=", digits(s.link.waits_for())});
    }
    if (listed > listed_max)
        log_->announce(fixed_text{"and ", digits(listed - listed_max), " more connections"});
    if (listed == 0) log_->announce("no connections");
} catch (const std::bad_alloc&) {
}

}  // namespace callbox::net
