// Reports the state of the process to systemd and handles upgrades, from heartbeats and signals.
#include "supervisor.hpp"

#include "base/ticks.hpp"

namespace callbox::net {

void supervisor::ready(std::string_view line, bool is_successor) {
    if (!is_successor) systemd_.notify({{"READY", "1"}, {"STATUS", line}});
    if (systemd_.watchdog_ms() != never) due_ = now_ms();
}

bool supervisor::log_to(system::log_file where) {
    file_ = std::move(where);
    return file_.begin();
}

// Type=notify-reload requires the time: systemd.service(5).
void supervisor::reloading() {
    systemd_.notify({{"RELOADING", "1"},
                     {"MONOTONIC_USEC", digits(detail::monotonic_ns() / 1000)}});
    file_.open_again(*log_);
}

void supervisor::tick(time_ms now) {
    if (now >= report_due_) {
        report_due_ = never;
        upgrade_helper_.close();
        failed("the process that starts it does not answer");
    }
    if (now < due_) return;
    due_ = now + systemd_.watchdog_ms();
    if (are_alive()) systemd_.notify({{"WATCHDOG", "1"}});
}

void supervisor::draining(std::size_t connections) {
    upgrade_helper_.close();
    stopping_since_ = now_ms();
    log_->announce(fixed_text{"draining: connections: ", digits(connections)});
    report_due_ = never;
    if (stop_->count(system::command::hand_over) == 0)
        systemd_.notify({{"STOPPING", "1"}, {"STATUS", "draining"}});
}

void supervisor::stopped(std::size_t cut_off) const {
    log_->announce(fixed_text{"draining: done after ", digits(now_ms() - stopping_since_),
                            " ms, connections cut off: ", digits(cut_off)});
}

void supervisor::on_signal() {
    if (const int level = stop_->level(); std::exchange(log_level_, level) != level) {
        constexpr std::string_view names[] = {"error", "warn", "info"};
        log_->announce(fixed_text{"the log's level is ", names[static_cast<std::size_t>(level)],
                                ", by a signal"});
    }
    const unsigned requested = stop_->count(system::command::upgrade);
    if (std::exchange(upgrades_, requested) == requested) return;
    if (report_due_ != never) return log_->warn("SIGUSR2: an upgrade is under way");
    if (upgrade_helper_.get() == -1)
        return log_->warn("SIGUSR2: ignored: --upgrade is not set, or the process is ending");
    if (!upgrade_helper_.order()) return failed("it can't be started");
    report_due_ = now_ms() + upgrade_helper_.patience_ms();
    log_->warn("upgrade: starting the new process");
}

// No step allocates: an operator may upgrade because memory has run out.
// Reports the successor's pid to systemd before the successor reports, as only the main process
// may.
void supervisor::on_readable() {
    using report = system::upgrade_helper::report;
    const report got = upgrade_helper_.collect();
    const digits value(got.value);
    if (got.kind == report::nothing) return;
    report_due_ = never;
    switch (got.kind) {
    case report::refused: return failed(std::strerror(got.value));
    case report::exited: return failed(fixed_text{"it ended with status ", value});
    case report::killed: return failed(fixed_text{"signal ", value, " ended it"});
    case report::late: return failed("it was not ready in time");
    case report::gone: return failed("the process that starts it has ended");
    default: break;  // ready
    }
    systemd_.notify({{"MAINPID", value}});
    due_ = never;
    log_->warn(
        fixed_text{"upgrade: process ", value, " serves; this one ends when its clients go"});
    stop_->request(system::command::hand_over);
}

void supervisor::failed(std::string_view why) {
    log_->warn(fixed_text{"upgrade: the new process does not serve, this one continues: ", why});
}

bool supervisor::are_alive() {
    bool alive = true;
    for (watched& loop : heartbeats_) {
        const unsigned now_at = loop.beats->load(std::memory_order_relaxed);
        const bool waits = now_at % 2 == 0;
        alive = (waits || now_at != loop.last) && alive;
        loop.last = now_at;
    }
    return alive;
}

}  // namespace callbox::net
