// systemd's protocols for socket activation and notifications, without libsystemd.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"

#include <vector>

namespace callbox::system {

// The value of a variable in a null-terminated environment of "NAME=value"; empty if not set.
std::string_view variable(const char* const* environment, std::string_view name);

// sd_listen_fds(3): if LISTEN_PID is this process, sets `out` to LISTEN_FDS descriptors from 3 on,
// as "fd:3", and sets their close-on-exec flags. Reads `environment`; removes LISTEN_* from the
// process's own environment, which children inherit.
// Returns an empty string or one line about invalid variables.
[[nodiscard]] std::string take_descriptors(const char* const* environment,
                                           std::vector<std::string>& out);

// sd_notify(3). Reports the state of the process to the socket NOTIFY_SOCKET, if set.
class notifier {
public:
    // Connects to the socket, for use inside the sandbox. Returns an empty string, also without
    // NOTIFY_SOCKET, or one line of error.
    [[nodiscard]] std::string open();
    explicit operator bool() const { return static_cast<bool>(socket_); }

    // An assignment: {"READY", "1"}.
    struct state {
        std::string_view name, value;
    };
    // Sends the assignments, one per line, with values made safe by visible(), so none begins
    // another line. Truncates at state_bytes_max. Never blocks.
    void notify(std::initializer_list<state> all) const;

    // The interval of "WATCHDOG=1": half of WATCHDOG_USEC. `never` without a watchdog.
    time_ms watchdog_ms() const { return watchdog_ms_; }

private:
    static constexpr std::size_t state_bytes_max = 1024;

    fd socket_;
    time_ms watchdog_ms_ = never;
};

}  // namespace callbox::system
