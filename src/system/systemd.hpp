// systemd's protocols, by hand: it hands descriptors over, and is told how the server is.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::system {

// The value of a variable in an environment ("NAME=value", ended by null); empty where there is
// none.
std::string_view variable(const char* const* environment, std::string_view name);

// sd_listen_fds(3): if LISTEN_PID is this process, `out` becomes the descriptors from 3 on that
// LISTEN_FDS counts, as "fd:3", which are closed when another program is started. Reads
// `environment`; removes LISTEN_* from the process's own, so that no child obeys them.
// Empty, or one line about variables that can't be right.
[[nodiscard]] std::string take_descriptors(const char* const* environment,
                                           std::vector<std::string>& out);

// sd_notify(3). Tells who has started the process how it is, if NOTIFY_SOCKET says where.
class notifier {
public:
    // Connects, so that it can tell from within the sandbox. Empty, also where nobody is to be
    // told; or one line that says why it can't tell.
    [[nodiscard]] std::string open();
    explicit operator bool() const { return static_cast<bool>(socket_); }

    // An assignment: {"READY", "1"}.
    struct state {
        std::string_view name, value;
    };
    // Sends the assignments, one a line, with values as visible() makes them: none begins another
    // line. Cuts off what exceeds state_bytes_max. Never waits.
    void tell(std::initializer_list<state> all) const;
    // "RELOADING=1", with the time that Type=notify-reload wants beside it.
    void tell_reloading() const;

    // How often "WATCHDOG=1" is due: twice in WATCHDOG_USEC. `never` where nobody waits for it.
    time_ms watchdog_ms() const { return watchdog_ms_; }

private:
    static constexpr std::size_t state_bytes_max = 1024;

    fd socket_;
    time_ms watchdog_ms_ = never;
};

}  // namespace callbox::system
