// The work of the first loop for the whole process.
#pragma once

#include "system/file.hpp"
#include "system/signals.hpp"
#include "system/systemd.hpp"
#include "system/upgrade_helper.hpp"

#include <algorithm>

namespace callbox::net {

// The activity counter of a loop: odd while it works, even while it waits. Written only by its
// loop.
using heartbeat = std::atomic<unsigned>;

// Reports the state of the process to systemd. The first loop calls it in each turn, so a stuck
// loop is detected: the first because its calls stop, the others by their heartbeats.
class supervisor {
public:
    // `helper` re-executes the program on SIGUSR2; it may have no process. Requires: `stop` and
    // `log` outlive it.
    supervisor(system::notifier systemd, system::upgrade_helper helper,
               const system::stop_signals& stop, observe::logger& log)
        : systemd_(std::move(systemd)),
          upgrade_helper_(std::move(helper)),
          stop_(&stop),
          log_(&log),
          log_level_(stop.level()) {}

    // Watches one more loop. Requires: `beats` outlives it.
    void watch(const heartbeat& beats) { heartbeats_.push_back({&beats, 0}); }

    // Reports to systemd that all loops serve, with `line` as the status; not for a successor, as
    // its predecessor has reported that.
    void ready(std::string_view line, bool is_successor);
    // Redirects the log to the file, and reopens it by name on each SIGHUP. Returns false if there
    // is no file.
    bool log_to(system::log_file where);
    // Logs the end of draining and the number of unfinished connections that were closed.
    void stopped(std::size_t cut_off) const;

    // Notifies the watchdog if each loop waits or has made a turn since the last time. Abandons an
    // upgrade whose report is overdue.
    void tick(time_ms now);
    // When the next tick() is due.
    time_ms next_due() const { return std::min(due_, report_due_); }
    // Handles upgrades and changes of the log level.
    void on_signal();
    // Readable when the upgrade helper has sent a report, for on_readable(). -1 without a helper.
    int get() const { return upgrade_helper_.get(); }
    void on_readable();
    // A SIGHUP is about to take effect in the loop, and has taken effect.
    void reloading();
    void reloaded() { systemd_.notify({{"READY", "1"}}); }
    // Draining begins, with that number of connections of all loops. Also ends a successor that is
    // not ready.
    void draining(std::size_t connections);

private:
    struct watched {
        const heartbeat* beats;
        unsigned last;
    };
    bool are_alive();
    void failed(std::string_view why);

    system::notifier systemd_;
    system::upgrade_helper upgrade_helper_;
    system::log_file file_;
    const system::stop_signals* stop_;
    observe::logger* log_;
    int log_level_;           // last logged
    time_ms stopping_since_ = never;
    unsigned upgrades_ = 0;   // signals handled
    time_ms report_due_ = never;  // of the upgrade in progress
    std::vector<watched> heartbeats_;
    time_ms due_ = never;
};

}  // namespace callbox::net
