// systemd's protocols, by hand: descriptors that it hands over, and what it is told.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace callbox::process {

// sd_listen_fds(3): where LISTEN_PID is this process, the descriptors from 3 on that LISTEN_FDS
// counts become `into`, as "fd:3", and are closed when another program is started. `environment` is
// looked at; both variables are taken out of the process's own, so that no child obeys them.
// False: they say nothing that can be right; `mistake` is then one line.
[[nodiscard]] bool take_descriptors(const char* const* environment, std::vector<std::string>& into,
                                    std::string& mistake);

// sd_notify(3). Whoever has started the process is told how it is, if NOTIFY_SOCKET says where.
class notifier {
public:
    // Connects, so that it can be told from within the sandbox. Empty, also where nobody is to be
    // told; or one line that says why it is not told.
    [[nodiscard]] std::string open();
    explicit operator bool() const { return static_cast<bool>(socket_); }

    // "READY=1", a line for each; never waits.
    void tell(std::string_view state) const;
    // "RELOADING=1", with the time that Type=notify-reload wants beside it.
    void tell_reloading() const;

    // How often "WATCHDOG=1" is due: twice in WATCHDOG_USEC. `never` where nobody waits for it.
    time_ms watchdog_ms() const { return watchdog_ms_; }

private:
    fd socket_;
    time_ms watchdog_ms_ = never;
};

}  // namespace callbox::process
