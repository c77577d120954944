// A process beside the server, which starts the program anew when it is told to.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/listener_role.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace callbox::system {

// In the environment of the successor: its own pid, the descriptor on which it reports that it is
// ready, and the sockets that it listens at: "4711:7:5f,6", where it owns the file of 5 too.
inline constexpr const char* handover_variable = "CALLBOX_HANDED_OVER";

// A listening socket that goes to the successor, whether its file does too, and what it is for.
struct handed {
    int socket;
    bool with_file;
    listener_role serves = listener_role::all;
};

// A server in its sandbox can start no program, so a process that is forked before does. It takes
// one order: start the program that it was forked for, by the path that it was given, with the
// arguments and the environment of then, and with the sockets that are sent to it.
// It keeps no descriptor of the server's but standard input, output and error, and ends when the
// server does. It is no child of the server, so nobody has to wait for it.
class upgrade_helper {
public:
    // Forks it, for one order of at most `sockets_max` at a time. `program` is a path or a name to
    // be looked for in PATH, and arguments; the successor has `patience_ms` to become ready.
    // Empty, or one line that says why there is none. Requires: this process may do what the
    // program is to do.
    [[nodiscard]] std::string open(const std::vector<std::string>& program,
                                   std::uint32_t patience_ms, std::size_t sockets_max);

    // Readable when a report has come. -1: there is no helper, or no longer.
    int get() const { return channel_.get(); }

    // Orders the program started with these sockets. False: the order can't be sent.
    [[nodiscard]] bool order(std::span<const handed> all) const;

    struct report {
        enum outcome : std::uint8_t {
            nothing,  // none has come
            ready,    // the successor serves; value is its pid
            refused,  // no process or no program; value is errno
            exited,   // it ended before it was ready; value is its exit status
            killed,   // the same, by a signal: value
            late,     // it was not ready in time, and was ended
            gone,     // no report will come any more
        } kind = nothing;
        int value = 0;
    };
    // Returns `nothing` unless get() is readable. After `ready` and `gone` it takes no order.
    report collect();

    // How long after an order a report is due.
    time_ms patience_ms() const { return patience_ms_ + 2'000; }

    // Ends the helper, and a successor that is not yet ready (SIGTERM).
    void close() { channel_.close(); }

private:
    fd channel_;
    time_ms patience_ms_ = 0;
};

}  // namespace callbox::system
