// What the first loop does for the whole process beside serving.
#pragma once

#include "base/clock.hpp"
#include "loop_hooks.hpp"
#include "observe/logger.hpp"
#include "system/log_file.hpp"
#include "system/signals.hpp"
#include "system/systemd.hpp"
#include "system/upgrade_helper.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::net {

// The supervisor tells systemd how the process is. The first loop calls it in each turn. So a stuck
// loop is noticed: the first because it no longer calls, the others by their beats.
class supervisor final : public loop_hooks {
public:
    // `helper` starts the program anew at SIGUSR2, with `sockets`; it may have no process.
    // Requires: `stop` and `log` outlive it.
    supervisor(system::notifier systemd, system::upgrade_helper helper,
               std::vector<system::handed> sockets, const system::stop_signals& stop,
               observe::logger& log)
        : systemd_(std::move(systemd)),
          upgrade_helper_(std::move(helper)),
          sockets_(std::move(sockets)),
          stop_(&stop),
          log_(&log),
          log_level_(stop.level()) {}

    // Watches one more loop. Requires: `beats` outlives it.
    void watch(const heartbeat& beats) { heartbeats_.push_back({&beats, 0}); }

    // All loops serve: systemd gets `line`, unless `is_successor`, when it has heard that already.
    void ready(std::string_view line, bool is_successor);
    // The log goes there from now on, and after each SIGHUP to the file that has its name then.
    // False if there is no such file.
    bool log_to(system::log_file where);
    // The drain is over, and has closed so many connections that were not done.
    void stopped(std::size_t cut_off) const;

    // Tells the watchdog that all is well if each loop waits or has turned since the last time.
    // Gives up an upgrade whose report is late.
    void tick(time_ms now) override;
    time_ms next_due() const override { return std::min(due_, report_due_); }
    // Handles upgrades and the log's level.
    void on_signal() override;
    // Readable when a report of the upgrade helper has come.
    int get() const override { return upgrade_helper_.get(); }
    void on_readable() override;
    void reloading() override;
    void reloaded() override { systemd_.tell({{"READY", "1"}}); }
    // A successor that is not ready ends too.
    void draining(std::size_t connections) override;

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
    std::vector<system::handed> sockets_;
    const system::stop_signals* stop_;
    observe::logger* log_;
    int log_level_;           // last logged
    time_ms stopping_since_ = never;
    unsigned upgrades_ = 0;   // signals handled
    time_ms report_due_ = never;  // of the upgrade that is under way
    std::vector<watched> heartbeats_;
    time_ms due_ = never;
};

}  // namespace callbox::net
