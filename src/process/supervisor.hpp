// What the first loop does for the whole process beside serving.
#pragma once

#include "base/clock.hpp"
#include "observe/log.hpp"
#include "log_file.hpp"
#include "signals.hpp"
#include "upgrade_helper.hpp"
#include "systemd.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::process {

// Counts what a loop does: odd while it works, even while it waits. Written by its loop alone.
using beat = std::atomic<unsigned>;

// The supervisor tells systemd how the process is. The first loop calls it in each turn. So a stuck
// loop is noticed: the first because it no longer calls, the others by their beats.
class supervisor {
public:
    // `anew` starts the program anew at SIGUSR2, with `sockets`; it may have no process.
    // Requires: `stop` and `journal` outlive it.
    supervisor(notifier whom, upgrade_helper anew, std::vector<handed> sockets,
               const stop_signals& stop, log& journal)
        : systemd_(std::move(whom)),
          upgrade_helper_(std::move(anew)),
          sockets_(std::move(sockets)),
          stop_(&stop),
          journal_(&journal),
          log_level_(stop.level()) {}

    // Watches one more loop. Requires: `of` outlives it.
    void watch(const beat& of) { beats_.push_back({&of, 0}); }

    // All loops serve: systemd gets `line`, unless `is_successor`, when it has heard that already.
    void ready(std::string_view line, bool is_successor);
    // The log goes there from now on, and after each SIGHUP to the file that has its name then.
    void log_to(log_file where);
    void reloading();
    void reloaded() const { systemd_.tell("READY=1"); }
    // The drain begins, with so many connections; a successor that is not ready ends too.
    void stopping(std::size_t connections);
    // The drain is over, and has closed so many connections that were not done.
    void stopped(std::size_t cut_off) const;

    // Handles upgrades and the log's level. Call it after each signal.
    void on_signal();
    // Readable when on_report() is due; -1: it never is.
    int get() const { return upgrade_helper_.get(); }
    void on_report();

    // When look() is due.
    time_ms next_due() const { return std::min(due_, report_due_); }
    // Tells the watchdog that all is well if each loop waits or has turned since the last time.
    // Gives up an upgrade whose report is late.
    void look(time_ms now);

private:
    struct watched {
        const beat* is;
        unsigned last;
    };
    bool are_alive();
    void failed(std::string_view why);

    notifier systemd_;
    upgrade_helper upgrade_helper_;
    log_file file_;
    std::vector<handed> sockets_;
    const stop_signals* stop_;
    log* journal_;
    int log_level_;           // last logged
    time_ms stopping_since_ = never;
    unsigned upgrades_ = 0;   // signals handled
    time_ms report_due_ = never;  // of the upgrade that is under way
    std::vector<watched> beats_;
    time_ms due_ = never;
};

}  // namespace callbox::process
